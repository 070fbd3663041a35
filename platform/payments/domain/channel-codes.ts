/** The codes of all channels; apart from what they are, so that a page can know the names alone. */
export const channelCodes = [
  'spei-mxn',
  'pix-brl',
  'transfer-mxn',
  'transfer-usd',
  'bitcoin-btc',
  'ethereum-eth',
  'ethereum-usdt',
  'tron-usdt',
] as const
export type ChannelCode = (typeof channelCodes)[number]
