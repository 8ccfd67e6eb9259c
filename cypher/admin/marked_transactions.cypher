// Transactions that carry a mark of ours, and whether the server has told them to end.
//
// mode:    read
// params:  mark
// returns: transaction, is_ended
//
// One that was told and still is there computes inside an expression, where the server does not
// look whether it was told.

SHOW TRANSACTIONS YIELD transactionId AS transaction, status, metaData
WHERE metaData.scinet = $mark
RETURN transaction, status STARTS WITH 'Terminated' AS is_ended
ORDER BY transaction
