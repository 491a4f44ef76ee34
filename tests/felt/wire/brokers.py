"""A real mosquitto on a free port, as a test's own child process."""

import socket
import subprocess
import time
from pathlib import Path

from felt.wire import BrokerAddress


def free_port() -> int:
    """A TCP port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Mosquitto:
    """A mosquitto that can be killed and started again on the same port."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.address = BrokerAddress(port=port or free_port())
        self._config = folder / f"mosquitto-{self.address.port}.conf"
        self._config.write_text(
            f"listener {self.address.port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\npersistence false\n"
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and return when it accepts connections."""
        self._process = subprocess.Popen(
            ["mosquitto", "-c", str(self._config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex((self.address.host, self.address.port)) == 0:
                    return
            if self._process.poll() is not None:
                raise RuntimeError(f"mosquitto ended with {self._process.returncode}")
        raise RuntimeError("mosquitto did not listen within 10 s")

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
