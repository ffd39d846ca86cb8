class Tabiya < Formula
  desc "Finds patterns in chess games with the Chess Query Language"
  homepage "{{repository}}"
  version "{{version}}"
  license "GPL-3.0-or-later"

  on_macos do
    on_arm do
      url "{{url tabiya-VERSION-aarch64-apple-darwin.tar.gz}}"
      sha256 "{{sha256 tabiya-VERSION-aarch64-apple-darwin.tar.gz}}"
    end
    on_intel do
      url "{{url tabiya-VERSION-x86_64-apple-darwin.tar.gz}}"
      sha256 "{{sha256 tabiya-VERSION-x86_64-apple-darwin.tar.gz}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url tabiya-VERSION-aarch64-unknown-linux-musl.tar.gz}}"
      sha256 "{{sha256 tabiya-VERSION-aarch64-unknown-linux-musl.tar.gz}}"
    end
    on_intel do
      url "{{url tabiya-VERSION-x86_64-unknown-linux-musl.tar.gz}}"
      sha256 "{{sha256 tabiya-VERSION-x86_64-unknown-linux-musl.tar.gz}}"
    end
  end

  def install
    bin.install "tabiya", "cql"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/tabiya.bash" => "tabiya"
    fish_completion.install "completions/tabiya.fish"
    zsh_completion.install "completions/_tabiya"
  end

  test do
    (testpath/"mate.pgn").write "1. f3 e5 2. g4 Qh4# 0-1\n"
    assert_match "1 of 1 game", shell_output("#{bin}/tabiya search -q -e mate --format count mate.pgn")
  end
end
