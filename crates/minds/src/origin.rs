//! Origin of a mind's specification: who or what named the mind.

/// Origin of a mind's specification. A mind that a file names needs the user's permission for costly work:
/// see [`Trust`](crate::Trust).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user, on the command line, in a panel, or by answering a question.
    #[default]
    User,
    /// The user's settings.
    Settings,
    /// A file: a game record, test suite, experiment plan or result store.
    File,
}
