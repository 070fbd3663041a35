/** Where a customer complains outside of the firm, by country. */
export const authorityCountries = ['MX', 'BR', 'ES', 'CL', 'CO', 'AR', 'PE', 'PT', 'US'] as const
export type AuthorityCountry = (typeof authorityCountries)[number]

interface Authority {
  /** Its official name: names are not translated. */
  readonly name: string
  /** What it does for a customer, a word of the messages. */
  readonly does: 'mediates' | 'supervises' | 'consumer' | 'banks'
  /** Its own site, as people type it. */
  readonly host: string
}

/** Those a customer of a broker turns to, the one to begin with first. */
export const authorities: Readonly<Record<AuthorityCountry, readonly Authority[]>> = {
  MX: [
    {
      name: 'CONDUSEF, Comisión Nacional para la Protección y Defensa de los Usuarios de Servicios Financieros',
      does: 'mediates',
      host: 'condusef.gob.mx',
    },
    { name: 'CNBV, Comisión Nacional Bancaria y de Valores', does: 'supervises', host: 'gob.mx/cnbv' },
  ],
  BR: [
    { name: 'Consumidor.gov.br (Senacon e Procons)', does: 'consumer', host: 'consumidor.gov.br' },
    { name: 'CVM, Comissão de Valores Mobiliários', does: 'supervises', host: 'gov.br/cvm' },
    { name: 'Banco Central do Brasil', does: 'banks', host: 'bcb.gov.br' },
  ],
  ES: [
    { name: 'CNMV, Comisión Nacional del Mercado de Valores', does: 'supervises', host: 'cnmv.es' },
    { name: 'Banco de España', does: 'banks', host: 'bde.es' },
  ],
  CL: [
    { name: 'CMF, Comisión para el Mercado Financiero', does: 'supervises', host: 'cmfchile.cl' },
    { name: 'SERNAC, Servicio Nacional del Consumidor', does: 'consumer', host: 'sernac.cl' },
  ],
  CO: [{ name: 'Superintendencia Financiera de Colombia', does: 'supervises', host: 'superfinanciera.gov.co' }],
  AR: [{ name: 'CNV, Comisión Nacional de Valores', does: 'supervises', host: 'argentina.gob.ar/cnv' }],
  PE: [{ name: 'SMV, Superintendencia del Mercado de Valores', does: 'supervises', host: 'gob.pe/smv' }],
  PT: [{ name: 'CMVM, Comissão do Mercado de Valores Mobiliários', does: 'supervises', host: 'cmvm.pt' }],
  US: [
    { name: 'SEC, U.S. Securities and Exchange Commission', does: 'supervises', host: 'sec.gov' },
    { name: 'FINRA, Financial Industry Regulatory Authority', does: 'mediates', host: 'finra.org' },
  ],
}

/** Staff may name these to a customer, and no other address. */
export const authorityHosts: readonly string[] = Object.values(authorities).flatMap((some) =>
  some.map(({ host }) => host),
)
