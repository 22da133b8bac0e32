//! Shards on a Slurm cluster of this one machine, and with GNU parallel: the games equal those of one
//! process.

#![cfg(unix)]

use crate::support::program::{err, out, stonefield};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use stonefield_lab::store::{ResultStore, StoreTable};
use stonefield_testing::scratch::Scratch;
use stonefield_testing::{require, skip};

/// Plan that takes some seconds to play.
const PLAN: &str = "seed = 3\ngames = 1500\nsize = [7, 9]\nblack = [\"random\", \"sensible\"]\nmeasures = [\"captures\", \"avalanches\"]\n";

/// Slurm cluster, stopped when dropped.
struct Slurm<'a>(&'a Path);

impl<'a> Slurm<'a> {
    const SCRIPT: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cluster/slurm.sh");

    /// Starts the cluster.
    fn up(folder: &'a Path) -> Self {
        let done = Command::new(Self::SCRIPT).arg("up").arg(folder).output().expect("it starts");
        assert!(done.status.success(), "{}", err(&done));
        Self(folder)
    }

    fn command(&self, program: &str, args: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(args).env("SLURM_CONF", self.0.join("slurm.conf")).output().expect("it starts")
    }

    /// Waits until the job queue is empty.
    fn wait(&self) {
        let since = Instant::now();
        while !out(&self.command("squeue", &["-h"])).trim().is_empty() {
            assert!(since.elapsed() < Duration::from_secs(120), "{}", out(&self.command("squeue", &[])));
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Slurm<'_> {
    fn drop(&mut self) {
        let _ = Command::new(Self::SCRIPT).arg("down").arg(self.0).output();
    }
}

fn lab(folder: &Scratch, args: &[&str]) -> Output {
    let mut command = stonefield(&[&["lab"], args].concat());
    command.current_dir(folder.folder()).output().expect("it starts")
}

fn exported(folder: &Scratch, store: &str) -> Vec<String> {
    StoreTable::ALL
        .into_iter()
        .filter(|table| *table != StoreTable::Timing)
        .map(|table| out(&lab(folder, &["export", store, "--table", table.name()])))
        .collect()
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output().expect("it starts");
    out(&told).trim() == "0" || skip("a cluster is started as root only")
}

#[test]
fn an_array_of_slurm_with_a_killed_shard_plays_what_one_process_plays() {
    if !["sbatch", "slurmctld", "slurmd", "munged"].into_iter().all(require) || !is_root() {
        return;
    }
    let folder = Scratch::new("lab-slurm");
    folder.file("plan.toml", PLAN);
    let slurm = Slurm::up(folder.folder());
    let program = env!("CARGO_BIN_EXE_stonefield");
    let plan = folder.plain("plan.toml");
    let shards = folder.plain("shards");
    let script = format!(
        "#!/bin/bash\nexec {program} lab run {plan} -o {shards} --shards 4 --overlap 1% --threads 1\n"
    );
    let script = folder.file("job.sh", script);
    let submit = |array: &str| {
        let array = format!("--array={array}");
        let done = slurm.command("sbatch", &[&array, "--output=/dev/null", &script]);
        assert!(done.status.success(), "{}", err(&done));
    };
    submit("0-3");
    // Shard 1 is killed when it has some rows.
    let killed = folder.path("shards/shard-00001-of-00004.db");
    let rows = || ResultStore::look(&killed).and_then(|store| store.count(StoreTable::Games)).unwrap_or(0);
    let since = Instant::now();
    while rows() == 0 && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    // The program has replaced the step script that started it, so the task is found by the command line.
    let done = Command::new("pkill").args(["-KILL", "-f", &format!("{program} lab run {plan}")]).status();
    assert!(done.expect("it starts").success());
    slurm.wait();
    let status = lab(&folder, &["status", "shards"]);
    let told = out(&status);
    let array = told.lines().find_map(|line| line.strip_prefix("to submit again: --array="));
    // A shard that was written a moment ago counts as still being played, so the line can be missing.
    let array = array.map(str::to_owned).unwrap_or_else(|| "0-3".to_owned());
    submit(&array);
    slurm.wait();
    submit("0-3");
    slurm.wait();
    let merged = lab(&folder, &["merge", "merged.db", "shards"]);
    assert!(merged.status.success(), "{}", err(&merged));
    assert!(err(&merged).contains("6000 of 6000 rows"), "{}", err(&merged));
    assert!(err(&merged).contains("60 rows were played more than once: 60 are the same"), "{}", err(&merged));
    assert!(lab(&folder, &["run", "plan.toml", "-o", "whole.db"]).status.success());
    assert!(exported(&folder, "merged.db") == exported(&folder, "whole.db"), "another export");
}

#[test]
fn gnu_parallel_plays_what_one_process_plays() {
    if !require("parallel") {
        return;
    }
    let folder = Scratch::new("lab-parallel");
    folder.file("plan.toml", PLAN.replace("1500", "100"));
    let line = format!(
        "seq 0 3 | parallel --will-cite --jobs 2 {} lab run plan.toml -o shards --shard {{}}/4 --threads 1",
        env!("CARGO_BIN_EXE_stonefield")
    );
    let done =
        Command::new("bash").args(["-c", &line]).current_dir(folder.folder()).output().expect("it starts");
    assert!(done.status.success(), "{}", err(&done));
    assert!(lab(&folder, &["merge", "merged.db", "shards"]).status.success());
    assert!(lab(&folder, &["run", "plan.toml", "-o", "whole.db"]).status.success());
    assert!(exported(&folder, "merged.db") == exported(&folder, "whole.db"), "another export");
}
