/**
 * Other words people look for, by ticker: brands and names that neither ticker nor name has. In plain words, see
 * `plainWords`. A brand stands with the listed company that owns or operates it in Mexico.
 */
export const nicknames: Readonly<Record<string, readonly string[]>> = {
  ALSEA: ['starbucks', 'dominos', 'vips'],
  AMX: ['telcel', 'claro', 'telmex'],
  BNB: ['binance'],
  BOLSA: ['bmv'],
  CUERVO: ['jose cuervo'],
  ETH: ['ether'],
  FEMSA: ['oxxo'],
  GFNORTE: ['banorte'],
  GOOG: ['google', 'youtube'],
  GOOGL: ['google', 'youtube'],
  META: ['facebook', 'instagram', 'whatsapp'],
  WALMEX: ['walmart', 'bodega aurrera', 'sams club'],
  XRP: ['ripple'],
}
