//! The system calls that a command is refused: those that change namespaces and mounts, look into
//! other processes, or reach large parts of the kernel that no build needs.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use super::stop::{Stop, Trying};

const REFUSED: [i64; 36] = [
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setns,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
];

/// The flags of clone that make a namespace.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// A call of the x32 kind has this bit. On the same machine, under the same name for its kind.
const X32: i64 = 0x4000_0000;

/// Refuses them from here on.
pub(super) fn refuse() -> Result<(), Stop> {
    let what = "filter the command's system calls";
    let arch = TargetArch::try_from(std::env::consts::ARCH).trying(what)?;
    let filter = |rules, errno: i32| -> Result<BpfProgram, Stop> {
        let refusal = SeccompAction::Errno(u32::try_from(errno).unwrap_or(1));
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refusal, arch).trying(what)?;
        BpfProgram::try_from(filter).trying(what)
    };
    // Its flags are in memory, where a filter cannot look. Who has no clone3 takes clone.
    let clone3 = both(libc::SYS_clone3).map(|call| (call, Vec::new()));
    apply_filter(&filter(BTreeMap::from(clone3), libc::ENOSYS)?).trying(what)?;
    apply_filter(&filter(refused()?, libc::EPERM)?).trying(what)
}

fn refused() -> Result<BTreeMap<i64, Vec<SeccompRule>>, Stop> {
    let what = "filter the command's system calls";
    let calls = REFUSED.iter().flat_map(|&call| both(call));
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = calls.map(|call| (call, Vec::new())).collect();
    for call in both(libc::SYS_clone) {
        rules.insert(call, with_flags(0, &NAMESPACES.map(u64_of)).trying(what)?);
    }
    // Typing into a terminal that the command was started from.
    let typing = [libc::TIOCSTI, libc::TIOCLINUX].map(|request| {
        let request = u64::from(u32::try_from(request).unwrap_or(u32::MAX));
        let same = SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, request)?;
        SeccompRule::new(vec![same])
    });
    let typing: Result<Vec<_>, _> = typing.into_iter().collect();
    rules.insert(libc::SYS_ioctl, typing.trying(what)?);
    Ok(rules)
}

fn both(call: i64) -> [i64; 2] {
    [call, call | X32]
}

fn u64_of(flag: i32) -> u64 {
    u64::from(u32::try_from(flag).unwrap_or(0))
}

/// A rule for each flag: it is set in that argument.
fn with_flags(argument: u8, flags: &[u64]) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let rule = |&flag: &u64| {
        let set = SeccompCmpOp::MaskedEq(flag);
        let set = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, set, flag)?;
        SeccompRule::new(vec![set])
    };
    flags.iter().map(rule).collect()
}
