//! `stonefield` and `stonefield render` of a build without the window: the one shows text, the other says why not.

use super::failure::Failure;
use super::setup::SetupArgs;
use super::watch;
use std::io::Write;

/// What the window is asked for.
#[derive(clap::Args, Debug)]
pub(super) struct WindowArgs {
    #[command(flatten)]
    setup: SetupArgs,
}

/// The text view, after a word about why.
pub(super) fn window(args: WindowArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let setup = args.setup.meaning()?;
    watch::instead("it was built without the feature view", &setup, out)
}
