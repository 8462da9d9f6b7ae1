"""Around another server: a proxy on raw frames that holds and checks edits and passes everything else on."""
