//! A connection whose other end must take what it is sent: when nothing can be
//! written for too long, writing fails and the connection ends. Otherwise a client
//! that never reads would hold its place for ever.

use std::io::{Error, ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// Runs while the other end takes nothing.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Patient<S> {
        Patient {
            stream,
            patience,
            waiting: None,
        }
    }

    /// The outcome of a try to write, unless the waiting has lasted too long.
    fn within_patience<T>(
        &mut self,
        context: &mut Context<'_>,
        tried: Poll<Result<T>>,
    ) -> Poll<Result<T>> {
        if tried.is_ready() {
            self.waiting = None;
            return tried;
        }
        let patience = self.patience;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(Error::new(
            ErrorKind::TimedOut,
            "the client takes nothing",
        )))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within_patience(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.within_patience(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_flush(context);
        self.within_patience(context, tried)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let tried = Pin::new(&mut self.stream).poll_shutdown(context);
        self.within_patience(context, tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const PATIENCE: Duration = Duration::from_millis(100);

    fn run<T>(test: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        runtime.unwrap().block_on(test)
    }

    #[test]
    fn who_takes_nothing_is_left() {
        run(async {
            let (near, _far) = duplex(16);
            let mut near = Patient::new(near, PATIENCE);
            near.write_all(&[0; 16]).await.unwrap();
            let began = Instant::now();
            let error = near.write_all(&[0; 16]).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TimedOut);
            assert!(began.elapsed() >= PATIENCE);
        });
    }

    #[test]
    fn who_is_slow_but_reads_hears_all() {
        run(async {
            let (near, mut far) = duplex(16);
            let mut near = Patient::new(near, PATIENCE);
            let reading = async {
                let mut heard = 0;
                while heard < 128 {
                    sleep(PATIENCE / 4).await;
                    heard += far.read(&mut [0; 16]).await.unwrap();
                }
            };
            let (written, ()) = tokio::join!(near.write_all(&[0; 128]), reading);
            written.unwrap();
        });
    }
}
