//! System calls that a command is refused, each of them made.

use crate::{
    env::{TestEnv, skipped},
    sham,
};

/// The calls with their names. Made with arguments that make no sense, they fail in other ways where
/// nothing refuses them.
const REFUSED: [(&str, i64); 36] = [
    ("add_key", libc::SYS_add_key),
    ("bpf", libc::SYS_bpf),
    ("delete_module", libc::SYS_delete_module),
    ("finit_module", libc::SYS_finit_module),
    ("fsconfig", libc::SYS_fsconfig),
    ("fsmount", libc::SYS_fsmount),
    ("fsopen", libc::SYS_fsopen),
    ("fspick", libc::SYS_fspick),
    ("init_module", libc::SYS_init_module),
    ("io_uring_enter", libc::SYS_io_uring_enter),
    ("io_uring_register", libc::SYS_io_uring_register),
    ("io_uring_setup", libc::SYS_io_uring_setup),
    ("kexec_file_load", libc::SYS_kexec_file_load),
    ("kexec_load", libc::SYS_kexec_load),
    ("keyctl", libc::SYS_keyctl),
    ("mount", libc::SYS_mount),
    ("mount_setattr", libc::SYS_mount_setattr),
    ("move_mount", libc::SYS_move_mount),
    ("name_to_handle_at", libc::SYS_name_to_handle_at),
    ("open_by_handle_at", libc::SYS_open_by_handle_at),
    ("open_tree", libc::SYS_open_tree),
    ("perf_event_open", libc::SYS_perf_event_open),
    ("pidfd_getfd", libc::SYS_pidfd_getfd),
    ("pivot_root", libc::SYS_pivot_root),
    ("process_vm_readv", libc::SYS_process_vm_readv),
    ("process_vm_writev", libc::SYS_process_vm_writev),
    ("ptrace", libc::SYS_ptrace),
    ("quotactl", libc::SYS_quotactl),
    ("reboot", libc::SYS_reboot),
    ("request_key", libc::SYS_request_key),
    ("setns", libc::SYS_setns),
    ("swapoff", libc::SYS_swapoff),
    ("swapon", libc::SYS_swapon),
    ("umount2", libc::SYS_umount2),
    ("unshare", libc::SYS_unshare),
    ("userfaultfd", libc::SYS_userfaultfd),
];

#[test]
fn each_refused_system_call_and_namespaces_by_clone() {
    let test = "each_refused_system_call_and_namespaces_by_clone";
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a").commit();
    let calls: Vec<String> =
        REFUSED.iter().map(|(name, call)| format!("('{name}', {call})")).collect();
    let code = format!(
        "import ctypes, errno, os, platform\n\
         libc = ctypes.CDLL(None, use_errno=True)\n\
         def told(name, *args):\n    \
             ctypes.set_errno(0)\n    \
             done = libc.syscall(*[ctypes.c_long(arg) for arg in args])\n    \
             if done == 0 and name.startswith('clone'): os._exit(0)\n    \
             print(name, done, errno.errorcode.get(ctypes.get_errno(), 'none'))\n\
         for name, call in [{}]: told(name, call, -1, -1, -1, -1, -1)\n\
         told('clone3', {}, 0, 0)\n\
         for flag in ['NEWCGROUP 0x2000000', 'NEWIPC 0x8000000', 'NEWNET 0x40000000', \
             'NEWNS 0x20000', 'NEWPID 0x20000000', 'NEWUSER 0x10000000', 'NEWUTS 0x4000000']:\n    \
             name, bits = flag.split()\n    \
             told('clone ' + name, {}, int(bits, 16) | 17, 0, 0, 0, 0)\n\
         if platform.machine() == 'x86_64': told('x32', 0x40000000 | 165, -1, -1, -1, -1, -1)\n\
         told('TIOCSTI', {}, 0, 0x5412, 0)\n",
        calls.join(", "),
        libc::SYS_clone3,
        libc::SYS_clone,
        libc::SYS_ioctl,
    );
    let block = sham::block("exec", &[("lang", "python"), ("code", &code)]);
    for user in ["root", "nobody"] {
        if user == "nobody" {
            env.open_to_all();
            let owner = format!("{0}:{0}", crate::env::NOBODY);
            let mut chown = env.command("chown", env.root());
            let given = chown.args(["-R", &owner]).arg(repo.dir()).arg(env.root().join("home"));
            if !given.status().expect("chown runs").success() {
                return skipped(test, "as nobody");
            }
        }
        let clada = repo.apply(&block).arg("--yes").arg("-n").arg("--format").arg("json");
        let run = if user == "nobody" { clada.unprivileged().run() } else { clada.run() };
        let result = run.json()["results"][0].clone();
        if result["error"].as_str().unwrap_or_default().contains("in a view") {
            skipped(test, "there is no view here");
            continue;
        }
        let said = result["data"]["stdout"].as_str().expect("text");
        assert!(said.lines().count() > REFUSED.len() + 8, "{result}");
        for line in said.lines() {
            let expected = if line.starts_with("clone3") { "-1 ENOSYS" } else { "-1 EPERM" };
            assert!(line.ends_with(expected), "as {user}: {line}");
        }
    }
}
