// The laboratory's style sheet is fetched when it is opened.

let loading

export function style() {
  loading ??= new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = new URL('../../css/lab.css', import.meta.url).href
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    document.head.append(link)
  })
  return loading
}
