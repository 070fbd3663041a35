// Payloads as the exchanges document them, kept small. The Kraken book is the worked example of its checksum guide.

export const binancePayloads = {
  market: {
    symbol: 'BTC/USDT',
    spot: true,
    info: {
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      quoteAsset: 'USDT',
      filters: [
        { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      ],
    },
  },
  subscribed: '{"result":null,"id":1}',
  changes:
    '{"e":"depthUpdate","E":1672515782136,"s":"BTCUSDT","U":157,"u":160,"b":[["92000.10","10"]],"a":[["92000.26","100.50000"],["92001.00","0"]]}',
  trade:
    '{"e":"trade","E":1672515782136,"s":"BTCUSDT","t":12345,"p":"92000.10000000","q":"0.00100000","T":1672515782130,"m":true,"M":true}',
  leaving: '{"e":"serverShutdown","E":1770123456789}',
  book: { lastUpdateId: 150, bids: [['92000.00000000', '4.31000000']], asks: [['92000.20000000', '12.00000000']] },
  trades: [
    {
      id: 28457,
      price: '92000.01000000',
      qty: '12.00000000',
      quoteQty: '1104000.12000000',
      time: 1499865549590,
      isBuyerMaker: true,
      isBestMatch: true,
    },
  ],
} as const

export const krakenPayloads = {
  market: {
    symbol: 'BTC/USD',
    spot: true,
    info: {
      altname: 'XBTUSD',
      wsname: 'XBT/USD',
      base: 'XXBT',
      quote: 'ZUSD',
      pair_decimals: '1',
      lot_decimals: '8',
      tick_size: '0.1',
      status: 'online',
    },
  },
  status:
    '{"channel":"status","type":"update","data":[{"version":"2.0.0","system":"online","api_version":"v2","connection_id":1}]}',
  heartbeat: '{"channel":"heartbeat"}',
  subscribed:
    '{"method":"subscribe","result":{"channel":"book","depth":10,"snapshot":true,"symbol":"BTC/USD"},"success":true}',
  notSubscribed: '{"error":"Currency pair not supported XBT/NONE","method":"subscribe","success":false}',
  whole:
    '{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD","bids":[' +
    '{"price":45283.5,"qty":0.10000000},{"price":45283.4,"qty":1.54582015},{"price":45282.1,"qty":0.10000000},' +
    '{"price":45281.0,"qty":0.10000000},{"price":45280.3,"qty":1.54592586},{"price":45279.0,"qty":0.07990000},' +
    '{"price":45277.6,"qty":0.03310103},{"price":45277.5,"qty":0.30000000},{"price":45277.3,"qty":1.54602737},' +
    '{"price":45276.6,"qty":0.15445238}],"asks":[' +
    '{"price":45285.2,"qty":0.00100000},{"price":45286.4,"qty":1.54571953},{"price":45286.6,"qty":1.54571109},' +
    '{"price":45289.6,"qty":1.54560911},{"price":45290.2,"qty":0.15890660},{"price":45291.8,"qty":1.54553491},' +
    '{"price":45294.7,"qty":0.04454749},{"price":45296.1,"qty":0.35380000},{"price":45297.5,"qty":0.09945542},' +
    '{"price":45299.5,"qty":0.18772827}],"checksum":3310070434}]}',
  changes:
    '{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":45283.5,"qty":0}],"asks":[],"checksum":2114181697,"timestamp":"2023-10-06T17:35:55.440295Z"}]}',
  trade:
    '{"channel":"trade","type":"update","data":[{"symbol":"BTC/USD","side":"sell","price":45283.4,"qty":0.00050000,"ord_type":"market","trade_id":4665906,"timestamp":"2023-10-06T17:35:55.440295Z"}]}',
  trades: {
    error: [],
    result: { XXBTZUSD: [['45283.40000', '0.34507674', 1688669597.8277369, 'b', 'm', '', 61044952]], last: '1' },
  },
} as const
