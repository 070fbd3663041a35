/**
 * Where the facts in `messages/companies`, `../companies.ts` and `constituents-data.ts` were read: publisher, what, and its
 * year or date. Only the tests read this file: each ticker has a source, or stands among those whose sentence nobody has
 * read against one.
 */

/** The month in which the sources were read. */
export const sourcesReadIn = '2026-11'

/** One source and the tickers whose sentence (or a number about them) it supports. */
type SourceRow = readonly [source: string, tickers: string]

/** Of companies and funds: what they do, where they are listed. */
export const companySources: readonly SourceRow[] = [
  // The kind of business and the sector; brands in a sentence were not read one by one.
  [
    'S&P 500 constituents with GICS sector and sub-industry, github.com/datasets/s-and-p-500-companies, state of early July 2024',
    'AAPL MSFT NVDA AMZN GOOGL GOOG META TSLA AVGO NFLX COST PEP ADBE AMD INTC QCOM TXN ORCL CRM CSCO IBM JPM BAC WFC C GS ' +
      'AXP V MA TRV AIG PYPL JNJ PFE LLY MRK ABBV UNH AMGN TMO WMT PG KO MCD SBUX NKE DIS HD F GM BA CAT HON MMM GE SHW XOM ' +
      'CVX VZ T UBER WM',
  ],
  [
    'SEC, company_tickers_exchange.json (2023): exchange of each; the funds of Arca stand there as NYSE',
    'AAPL MSFT NVDA AMZN GOOGL META TSLA AVGO NFLX COST PEP ADBE AMD INTC QCOM TXN CSCO HON AMGN SBUX PYPL QQQ V UNH LLY ' +
      'JNJ JPM XOM SPY MA PG ORCL HD MRK CVX KO ABBV BAC MCD CRM PFE TMO NKE DIS WFC VZ BA AXP CAT IBM GE T GS C UBER WM ' +
      'SHW F GM MMM AIG TRV',
  ],
  [
    'Nasdaq, annual changes to the Nasdaq-100, 14 December 2024; reports of that month: moved there in November',
    'PLTR',
  ],
  ['Business Times 20 November 2025, and reports of 9 December 2025: listed on Nasdaq from that day', 'WMT'],
  ['SEC, annual report 2024, note on disposals: South American operations held for sale', 'UNH'],
  ['Annual report 2024 (international part of business insurance) and reports of the sale in Canada, 2025', 'TRV'],
  ['Visa annual report 2025, item 1: issues no cards and extends no credit', 'V'],
  ['Nasdaq, annual changes to the Nasdaq-100, 14 December 2024', 'QQQ'],
  ['Progressive Grocer, 1 April 2025: six countries; Bodega Aurrera, Walmart, Sam’s Club; parent Walmart', 'WALMEX'],
  ['Cemex integrated report 2024, notes of segments; encyclopedia entry: cement, concrete, aggregates', 'CEMEX'],
  ['La Jornada, 26 October 2023, and Real Estate Market: industrial and commercial; its offices were not read', 'FUNO'],
  ['El Financiero, 26 May 2023: logistics and industrial real estate', 'FIBRAPL'],
  ['Stock Market MBA, 2020: tracks the Russell 2000', 'IWM'],
  ['Morningstar, summary of its prospectus (2025): mainly futures of light, sweet crude', 'USO'],
  ['FEMSA annual reports 2023 and 2024: divisions; 56.0 % of the voting shares of Coca-Cola FEMSA', 'FEMSA KOF'],
  ['América Móvil annual report 2024: 23 countries; wireless, fixed, broadband, pay TV', 'AMX'],
  ['ASUR traffic report, December 2024: Mexico, San Juan, Colombia', 'ASUR'],
  [
    'GAP traffic report, November 2024 (12 airports in Mexico), and Caribbean News Global on Kingston and Montego Bay',
    'GAP',
  ],
  ['T21, June 2026: operates the airport of Monterrey; the number of airports was not read', 'OMA'],
  ['Advanced Television, 8 April 2024: all of Sky, and izzi', 'TLEVISA'],
  ['Food Business News and Informador, 2024: 34 countries of four continents; bread, pastries, snacks', 'BIMBO'],
  [
    'Encyclopedia entry of the company (2024): mining in Mexico, Peru and the United States; railroads; infrastructure',
    'GMEXICO',
  ],
  ['Kimberly-Clark de México annual report 2018 (products); El CEO, April 2024 (exports)', 'KIMBER'],
  ['Mexico News Daily, 2024: Mexico, Ecuador, Peru, Argentina, United States; snacks: profile of Arca and Wise', 'AC'],
  ['Peñoles, questions of investors (2023), and company profile: 75 % of a listed subsidiary', 'PE&OLES'],
  ['Orbia, results of 2024: polymers, building, irrigation, connectivity, fluor', 'ORBIA'],
  ['El CEO, October 2024; El Heraldo de México, 11 April 2025; El Cronista, February 2026 (name)', 'ALFA ALPEK'],
  ['El País, 4 June 2024: brands, six countries of Europe', 'ALSEA'],
  [
    'Líder Empresarial, results of 2024: loans to businesses and small firms; loans to agriculture were not read',
    'BBAJIO',
  ],
  ['Grupo BMV integrated report 2013: exchange, MexDer, settlement', 'BOLSA'],
  ['Progressive Grocer, 11 May 2023; Expansión, January 2026', 'CHDRAUI'],
  ['The Irish Times, 18 October 2024 (Bushmills); The Spirits Business, 2021', 'CUERVO'],
  ['Expansión, 11 February 2026; El CEO, 2022: Sanborns and Sears, Condumex, construction, energy', 'GCARSO'],
  ['Fitch Ratings on Compartamos Financiera, December 2023; company report of 2020', 'GENTERA'],
  ['El Economista, 16 April 2024 (Afore) and 18 August 2025 (bank, savings and insurance)', 'GFNORTE'],
  ['OTC Toolbox, July 2018: over-the-counter medicines and personal care; Mexico, Latin America, United States', 'LAB'],
  ['El CEO, September 2024: supermarket chain', 'LACOMER'],
  ['El Economista, 3 March 2024: department stores', 'LIVEPOL'],
  ['Expansión, 16 July 2024, and Bloomberg Línea, 2022: aluminum parts, also for electric vehicles', 'NEMAK'],
  ['Quálitas, notes of 2013 and Punto Trader, 2022: car insurance; subsidiaries abroad', 'Q'],
  ['Encyclopedia entry of the airline (2025)', 'VOLAR'],
  ['Operadora de Sites Mexicanos annual report 2022: 21,395 sites in Mexico, 307 in Costa Rica', 'SITES'],
  [
    'Expansión, 30 September 2025: the BMV suspends trading; SDP Noticias, 21 January 2026: not yet delisted',
    'ELEKTRA',
  ],
  ['Grupo Herdez integrated report 2022: processed foods and ice cream', 'HERDEZ'],
  ['Fibra Danhos, reports of 2020 and El CEO (2023): shopping malls, offices; an industrial park under way', 'DANHOS'],
  ['T y N Magazine, 2015, and Gerente, February 2025', 'AXTEL'],
  ['Statements of Grupo GEPP 2023, filed by Cultiba; Manufactura, 2017: a share of 40 %', 'CULTIBA'],
  ['Publimetro, 23 October 2024, and Bloomberg Línea, 2024: corn flour and tortillas, Mission, United States', 'GRUMA'],
  ['Stornia, 25 April 2025: cement, concrete and aggregates; two thirds of sales in the United States', 'GCC'],
  ['México Informa, results of September 2024: internet, video, telephony', 'MEGA'],
  ['Pinfra, results of March and June 2024: toll roads, a port; builds and operates', 'PINFRA'],
  ['Axis Negocios, 2024, and Real Estate Market, 2023: industrial buildings and parks', 'VESTA'],
  ['Real Estate Market, results of 2024: self-service stores', 'SORIANA'],
]

/** Of indices: what they are, and their members. */
export const indexSources: readonly SourceRow[] = [
  ['El CEO and El Economista, March to September 2024 and September 2025: changes; a list of all 35 from 2026', 'IPC'],
  ['S&P 500 constituents, as above; Palantir since September 2024', 'SPX'],
  ['Nasdaq, annual changes, 14 December 2024; Slickcharts, components of 2025', 'NDX'],
  ['S&P Dow Jones Indices, 1 November 2024: NVIDIA and Sherwin-Williams from 8 November; weights are prices', 'DJI'],
]

/** Of coins: the year, the largest number of units, how units come and go. */
export const coinSources: readonly SourceRow[] = [
  ['Glossaries of Edelverse, Kyrrex and BTCC (2024): largest numbers of units', 'BTC XRP LTC ADA BNB LINK SHIB ETH'],
  ['XRP Ledger documentation: all units at the start, 2012', 'XRP'],
  ['Dogecoin, encyclopedic notes: December 2013, no limit, some 5 billion a year', 'DOGE'],
  ['Avalanche documentation, AVAX token: capped at 720 million', 'AVAX'],
  ['Stellar, CAP-26 (2019): inflation ended with protocol 12', 'XLM'],
  ['Sui documentation: capped at ten billion', 'SUI'],
  ['Hedera, coin economics paper: fixed 50 billion; Cryptonomist, 29 August 2019: open from 16 September', 'HBAR'],
  ['Polkadot Fellows, runtimes issue 985: uncapped until 14 March 2026, then 2.1 billion; genesis 26 May 2020', 'DOT'],
  ['Uniswap, contract Uni.sol: one billion, then at most 2 % more a year by its minter', 'UNI'],
  ['Token lists (2024): 420.69 trillion', 'PEPE'],
  ['Helius, documentation of the Solana RPC: inflation falls to a rate that stays', 'SOL'],
  ['Blockdaemon, NEAR parameters: 2.5 % more a year', 'NEAR'],
  ['Cosmos Hub, proposal of November 2023: yearly inflation within a range', 'ATOM'],
  ['Learn Blockchain, 29 May 2024: Telegram gave it up in 2020; ton.org calls the unit Gram in 2026', 'TON'],
  ['Aptos Foundation, mainnet proposals, 25 February 2026: a vote on 2.1 billion; how it ended was not read', 'APT'],
  ['Aave, migration of 2020: 16 million', 'AAVE'],
  ['ICP supply notes (2026): no maximum', 'ICP'],
  ['Ethereum Classic, ECIP-1017: 210,700,000; the split of 2016', 'ETC'],
]

/** Sentences nobody has read against a source. They say no more than the kind of business, the coin or the pair. */
export const unread = 'GFINBUR RA EEM USD/MXN BRL/USD TRX BCH USDT'
