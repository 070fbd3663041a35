-- Pages added since the last vacuum have no summary and are read whole by whoever follows the prints every second.
alter index market_trade_by_no set (autosummarize = on);
