"""Sampling kernel of neighbourhoods: earlier edges of each seed, and of reached nodes.

Random numbers are hashed from (seed, epoch, item, node, relation), never taken from a stream, so a
neighbourhood is the same in whatever batch, order or process it is sampled.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.snapshot.csr import Int32, Int64

UInt64: TypeAlias = NDArray[np.uint64]

_GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
_INITIAL_NODES = 32  # nodes per seed; arrays grow where it falls short


@njit(cache=True, nogil=True)
def mix_hash(key: np.uint64, number: np.uint64) -> np.uint64:
    """Compute a 64-bit hash of a key and a number.

    Source:
        Steele, Lea and Flood (2014), doi:10.1145/2660193.2660195, the mixer of SplitMix64.
    """
    z = (key ^ ((number + np.uint64(1)) * _GOLDEN_GAMMA)) + _GOLDEN_GAMMA
    z = (z ^ (z >> np.uint64(30))) * _FIRST_MULTIPLIER
    z = (z ^ (z >> np.uint64(27))) * _SECOND_MULTIPLIER
    return z ^ (z >> np.uint64(31))


@njit(cache=True, nogil=True)
def hash_keys(key: np.uint64, numbers: Int64) -> UInt64:
    """Compute a hash of a key with each number, shape ``(numbers,)``."""
    result = np.empty(len(numbers), dtype=np.uint64)
    for place in range(len(numbers)):
        result[place] = mix_hash(key, np.uint64(numbers[place]))
    return result


@njit(cache=True, nogil=True)
def search_before(day: Int32, low: int, high: int, before: int) -> int:
    """Return the end of those of the edges ``[low, high)`` that exist strictly before a day."""
    while low < high:
        middle = (low + high) // 2
        if day[middle] < before:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _choose(low: int, count: int, key: np.uint64, into: Int64) -> None:
    """Fill an array with distinct ones of ``there`` entries from ``low`` on.

    Source:
        Floyd, in Bentley and Floyd (1987), doi:10.1145/30401.315746.
    """
    wanted = len(into)
    for place in range(wanted):
        last = count - wanted + place
        entry = low + int(mix_hash(key, np.uint64(place)) % np.uint64(last + 1))
        for earlier_place in range(place):
            if into[earlier_place] == entry:
                entry = low + last
                break
        into[place] = entry


@njit(cache=True, nogil=True)
def _find_slot(table: Int64, code: Int64, wanted: int) -> int:
    """Return the slot of a code in an open hash table of positions, or its free slot."""
    mask = len(table) - 1
    # The upper half of the product depends on all of the code.
    slot = int((np.uint64(wanted) * _GOLDEN_GAMMA) >> np.uint64(32)) & mask
    while table[slot] >= 0 and code[table[slot]] != wanted:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True, nogil=True)
def _grow_array(values: Int64) -> Int64:
    result = np.empty(2 * len(values), dtype=np.int64)
    result[: len(values)] = values
    return result


@njit(cache=True, nogil=True)
def _insert_code(table: Int64, code: Int64, nodes: int, wanted: int) -> tuple[Int64, Int64, int]:
    """Insert a code; return the table and the codes, grown where needed, and its position."""
    slot = _find_slot(table, code, wanted)
    if table[slot] >= 0:
        return table, code, table[slot]
    if nodes == len(code):
        code = _grow_array(code)
    code[nodes] = wanted
    table[slot] = nodes
    if 2 * nodes >= len(table):
        table = np.full(4 * len(table), -1, dtype=np.int64)
        for place in range(nodes + 1):
            table[_find_slot(table, code, code[place])] = place
    return table, code, nodes


@njit(cache=True, nogil=True)
def grow_neighbourhoods(
    sender: Int32,
    day: Int32,
    pointer: Int64,
    begin: Int64,
    ends: Int64,
    offsets: Int64,
    fan_out: Int64,
    recent: int,
    seeds: Int64,
    group: Int64,
    before: Int64,
    key: UInt64,
) -> tuple[Int64, Int64, Int64, Int64, Int64]:
    """Sample neighbourhoods of groups of seeds; a group has one day, and every node once.

    The first six are the arrays of a :class:`~.dated_graph.DatedGraph`, the others those of
    :func:`~.sampling.sample_neighbourhood`, seeds numbered through all kinds and keys hashed.

    Returns:
        Nodes as group and number in one, ``group * nodes + node``, in the order in which they were
        reached; position of each seed among them; edges as relation, position of the sender,
        position of the receiver and entry, shape ``(4, edges)``; the numbers of nodes, and of
        edges, after each hop, first that of the seeds.
    """
    hops, relations = fan_out.shape
    total = offsets[-1]
    size = 512
    while size < _INITIAL_NODES * len(seeds):
        size *= 2
    code, table = np.empty(size, dtype=np.int64), np.full(4 * size, -1, dtype=np.int64)
    relation_of, from_of = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    to_of, entry_of = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    nodes_after = np.zeros(hops + 1, dtype=np.int64)
    edges_after = np.zeros(hops + 1, dtype=np.int64)
    picked = np.empty(max(1, fan_out.max()), dtype=np.int64)
    seed_place = np.empty(len(seeds), dtype=np.int64)
    nodes, edges = 0, 0
    for number in range(len(seeds)):
        wanted = group[number] * total + seeds[number]
        table, code, at = _insert_code(table, code, nodes, wanted)
        nodes = max(nodes, at + 1)
        seed_place[number] = at
    nodes_after[0] = nodes
    first = 0
    for hop in range(hops):
        last = nodes
        for receiver in range(first, last):
            of, node = code[receiver] // total, code[receiver] % total
            for relation in range(relations):
                most = fan_out[hop, relation]
                kind = ends[1, relation]
                if most == 0 or node < offsets[kind] or node >= offsets[kind + 1]:
                    continue
                row = begin[relation] + node - offsets[kind]
                low = pointer[row]
                there = search_before(day, low, pointer[row + 1], before[of]) - low
                is_sampled = 0 <= most < there and not recent
                drawn = there
                if 0 <= most < there:
                    drawn = most
                    if recent:
                        low += there - most
                    else:
                        own = mix_hash(mix_hash(key[of], np.uint64(node)), np.uint64(relation))
                        _choose(low, there, own, picked[:most])
                for place in range(drawn):
                    entry = picked[place] if is_sampled else low + place
                    wanted = of * total + offsets[ends[0, relation]] + sender[entry]
                    table, code, at = _insert_code(table, code, nodes, wanted)
                    nodes = max(nodes, at + 1)
                    if edges == len(entry_of):
                        relation_of, from_of = _grow_array(relation_of), _grow_array(from_of)
                        to_of, entry_of = _grow_array(to_of), _grow_array(entry_of)
                    relation_of[edges] = relation
                    from_of[edges] = at
                    to_of[edges] = receiver
                    entry_of[edges] = entry
                    edges += 1
        first = last
        nodes_after[hop + 1] = nodes
        edges_after[hop + 1] = edges
    sampled = np.stack((relation_of[:edges], from_of[:edges], to_of[:edges], entry_of[:edges]))
    return code[:nodes].copy(), seed_place, sampled, nodes_after, edges_after
