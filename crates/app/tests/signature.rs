//! The bench signature: a change of rules, evaluation or search shows here, and
//! the commit that makes it writes the file anew (UPDATE_EXPECT=1).

mod common;

#[test]
fn the_search_behaves_as_the_signature_says() {
    let run = common::plyground(&["bench", "--json"], b"");
    assert_eq!(run.status, 0, "{}", run.err);
    expect_test::expect_file!["bench-signature.json"].assert_eq(&run.out);
}
