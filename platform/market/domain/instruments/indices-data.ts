import type { ValueRow } from '../instruments.ts'

export const indexRows: readonly ValueRow[] = [
  {
    id: 'IPC.MX',
    ticker: 'IPC',
    name: 'S&P/BMV IPC',
    currency: 'MXN',
    calendar: 'XMEX',
    priceScale: 2,
    referencePrice: '62180.00',
    volatility: 0.16,
  },
  {
    id: 'SPX.US',
    ticker: 'SPX',
    name: 'S&P 500',
    currency: 'USD',
    calendar: 'XNYS',
    priceScale: 2,
    referencePrice: '6602.00',
    volatility: 0.16,
  },
  {
    id: 'NDX.US',
    ticker: 'NDX',
    name: 'Nasdaq 100',
    currency: 'USD',
    calendar: 'XNYS',
    priceScale: 2,
    referencePrice: '24240.00',
    volatility: 0.2,
  },
  {
    id: 'DJI.US',
    ticker: 'DJI',
    name: 'Dow Jones',
    currency: 'USD',
    calendar: 'XNYS',
    priceScale: 2,
    referencePrice: '46245.00',
    volatility: 0.14,
  },
]

export const pairRows: readonly ValueRow[] = [
  {
    id: 'USD/MXN',
    ticker: 'USD/MXN',
    name: 'USD / MXN',
    currency: 'MXN',
    calendar: 'FX',
    priceScale: 4,
    referencePrice: '18.4700',
    volatility: 0.11,
  },
  {
    id: 'BRL/USD',
    ticker: 'BRL/USD',
    name: 'BRL / USD',
    currency: 'USD',
    calendar: 'FX',
    priceScale: 5,
    referencePrice: '0.18520',
    volatility: 0.13,
  },
]
