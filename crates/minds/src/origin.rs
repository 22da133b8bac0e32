//! Who names a mind.

/// Who named a mind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user: on the command line, in a panel, or by answering a question.
    #[default]
    User,
    /// The user's own settings.
    Settings,
    /// A record, suite, plan or store.
    File,
}
