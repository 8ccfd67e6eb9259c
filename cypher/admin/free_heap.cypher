// Bytes of the server's heap that are not in use.
//
// mode:    read
// params:
// returns: bytes

CALL dbms.queryJmx('java.lang:type=Memory') YIELD attributes
WITH attributes.HeapMemoryUsage.value.properties AS heap
RETURN heap.max - heap.used AS bytes
