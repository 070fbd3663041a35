/** What an index is made of: tickers of its market with their weights in parts of the sum. */
interface IndexComposition {
  readonly indexId: string
  /** `weights`: each share moves the index by its weight. `price`: a dollar of any share counts the same (Dow). */
  readonly method: 'weights' | 'price'
  /** The month its members are as of. */
  readonly asOf: string
  readonly market: 'MX' | 'US'
  readonly weights: Readonly<Record<string, number>>
}

// Members as their publishers announced them (`fact-sources.ts`). Known later changes, not made here because the page has
// one date for all facts: WMT joined the Nasdaq-100 in January 2026; VOLAR was announced for CUERVO in the IPC of March 2026.
// Weights are our own, of the order of 2025, read against no publisher; a value of an index is computed from these and
// from nothing else, so it is ours, not the publisher's.
export const compositions: readonly IndexComposition[] = [
  {
    indexId: 'IPC.MX',
    method: 'weights',
    asOf: '2024-12',
    market: 'MX',
    // biome-ignore format: a table reads better in rows
    weights: {
      GMEXICO: 1290, GFNORTE: 1180, FEMSA: 1010, WALMEX: 1000, AMX: 960, CEMEX: 850, GAP: 480, 'PE&OLES': 420, AC: 330,
      ASUR: 320, KOF: 270, GFINBUR: 240, BIMBO: 190, OMA: 190, GCARSO: 180, KIMBER: 180, ALFA: 160, GRUMA: 160,
      PINFRA: 160, GENTERA: 150, Q: 120, BBAJIO: 110, GCC: 110, CHDRAUI: 100, RA: 100, VESTA: 100, ALSEA: 90,
      TLEVISA: 90, LIVEPOL: 80, ORBIA: 80, BOLSA: 60, CUERVO: 60, LAB: 60, MEGA: 60, LACOMER: 50,
    },
  },
  {
    indexId: 'SPX.US',
    method: 'weights',
    asOf: '2024-12',
    market: 'US',
    // biome-ignore format: a table reads better in rows
    weights: {
      NVDA: 780, AAPL: 690, MSFT: 610, AMZN: 380, GOOGL: 300, AVGO: 290, GOOG: 240, META: 240, TSLA: 210, JPM: 150,
      LLY: 145, V: 100, XOM: 90, JNJ: 85, WMT: 85, MA: 80, NFLX: 75, ABBV: 73, COST: 70, BAC: 65, ORCL: 65, PLTR: 62,
      AMD: 60, HD: 60, PG: 60, GE: 55, CSCO: 52, CVX: 50, IBM: 50, UNH: 50, KO: 48, CAT: 46, WFC: 46, GS: 42, MRK: 40,
      CRM: 38, MCD: 38, TMO: 38, PEP: 34, AXP: 33, C: 33, DIS: 32, AMGN: 31, T: 31, UBER: 31, QCOM: 30, VZ: 30,
      INTC: 29, TXN: 26, PFE: 25, ADBE: 24, BA: 24, HON: 21, SBUX: 17, MMM: 16, WM: 14, NKE: 13, SHW: 13, GM: 12,
      TRV: 11, PYPL: 10, F: 9, AIG: 8,
    },
  },
  {
    indexId: 'NDX.US',
    method: 'weights',
    asOf: '2024-12',
    market: 'US',
    // biome-ignore format: a table reads better in rows
    weights: {
      NVDA: 1010, AAPL: 890, MSFT: 800, AVGO: 650, AMZN: 540, GOOGL: 400, GOOG: 370, TSLA: 340, META: 300, NFLX: 250,
      COST: 230, PLTR: 220, AMD: 190, CSCO: 180, PEP: 120, INTC: 100, AMGN: 110, QCOM: 110, TXN: 90, ADBE: 80, HON: 75,
      SBUX: 60, PYPL: 35,
    },
  },
  {
    indexId: 'DJI.US',
    method: 'price',
    asOf: '2024-12',
    market: 'US',
    // biome-ignore format: a table reads better in rows
    weights: {
      AAPL: 1, AMGN: 1, AMZN: 1, AXP: 1, BA: 1, CAT: 1, CRM: 1, CSCO: 1, CVX: 1, DIS: 1, GS: 1, HD: 1, HON: 1, IBM: 1,
      JNJ: 1, JPM: 1, KO: 1, MCD: 1, MMM: 1, MRK: 1, MSFT: 1, NKE: 1, NVDA: 1, PG: 1, SHW: 1, TRV: 1, UNH: 1, V: 1,
      VZ: 1, WMT: 1,
    },
  },
]
