//! Origin of a mind's specification.

/// Origin of a mind's specification. It decides how far the mind is trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user: on the command line, in a panel, or by the answer to a question.
    #[default]
    User,
    /// The user's settings.
    Settings,
    /// A file: a record, suite, plan or store.
    File,
}
