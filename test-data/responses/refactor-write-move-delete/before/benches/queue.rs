use app::queue::Queue;

fn main() {
    let _ = Queue;
}
