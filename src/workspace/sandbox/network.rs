//! The loopback interface of a fresh network namespace, which starts down.

use rustix::{
    io,
    net::{
        AddressFamily, RecvFlags, SendFlags, SocketType, netlink::SocketAddrNetlink, recv, sendto,
        socket,
    },
};

const RTM_NEWLINK: u16 = 16;
const REQUEST_WITH_ANSWER: u16 = 1 | 4;
const IFF_UP: u32 = 1;
/// The loopback interface is the first of its namespace.
const LOOPBACK: i32 = 1;
/// Of a header (16) and an `ifinfomsg` (16), in bytes.
const LENGTH: u32 = 32;

/// Raises it, by a message to the kernel (rtnetlink(7)).
pub(super) fn raise_loopback() -> io::Result<()> {
    // Protocol 0 is rtnetlink.
    let socket = socket(AddressFamily::NETLINK, SocketType::RAW, None)?;
    sendto(&socket, &request(), SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut answer = [0; 64];
    recv(&socket, &mut answer, RecvFlags::empty())?;
    // The error's number stands behind the header: 0, or negative.
    let code = answer.get(16..20).and_then(|code| code.try_into().ok()).map(i32::from_ne_bytes);
    match code {
        Some(0) => Ok(()),
        Some(code) => Err(io::Errno::from_raw_os_error(-code)),
        None => Err(io::Errno::PROTO),
    }
}

fn request() -> Vec<u8> {
    let mut message = Vec::new();
    message.extend(LENGTH.to_ne_bytes());
    message.extend(RTM_NEWLINK.to_ne_bytes());
    message.extend(REQUEST_WITH_ANSWER.to_ne_bytes());
    // Sequence, port.
    message.extend([0; 8]);
    // Family, padding, type.
    message.extend([0; 4]);
    message.extend(LOOPBACK.to_ne_bytes());
    // The flags, and which of them change.
    message.extend(IFF_UP.to_ne_bytes());
    message.extend(IFF_UP.to_ne_bytes());
    message
}
