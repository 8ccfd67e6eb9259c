// Store counts and indices of disruption on papers, given as columns.
//
// mode:    write
// params:  paper_ids, n_i, n_j, n_k, cd, mcd, di, n_i_name, n_j_name, n_k_name, cd_name, mcd_name, di_name
// returns: papers
//
// The names tell the window: n_i for none, n_i_5 for five years. An undefined index is null, which
// takes an older value away.

UNWIND range(0, size($paper_ids) - 1) AS i
MATCH (p:Paper {id: $paper_ids[i]})
SET p[$n_i_name] = $n_i[i], p[$n_j_name] = $n_j[i], p[$n_k_name] = $n_k[i],
    p[$cd_name] = $cd[i], p[$mcd_name] = $mcd[i], p[$di_name] = $di[i]
RETURN count(p) AS papers
