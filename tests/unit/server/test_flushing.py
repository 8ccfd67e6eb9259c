"""Threads of the importer that flush files; see :mod:`scinet.server.program`."""

import os
import sys
import threading
from pathlib import Path

import pytest

from scinet.server.program import let_flushing_wait

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="threads without priorities")


def test_only_threads_that_flush_wait() -> None:
    end = threading.Event()
    named = ["PageCacheFlusher", "neo4j.FileIOHelper-12", "RelationshipsImporter-1"]
    threads = [threading.Thread(target=end.wait) for _ in named]
    try:
        for thread, name in zip(threads, named, strict=True):
            thread.start()
            Path(f"/proc/self/task/{thread.native_id}/comm").write_text(name)
        before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        let_flushing_wait(os.getpid())
        now = [os.getpriority(os.PRIO_PROCESS, thread.native_id or 0) for thread in threads]
        assert now == [19, 19, before]
        assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
    finally:
        end.set()
        for thread in threads:
            thread.join()


def test_a_process_that_has_ended() -> None:
    let_flushing_wait(2**22 + 1)  # more than any process is called
