//! The command `tabiya`.

fn main() {
    tabiya_command::main(std::env::args_os().collect())
}
