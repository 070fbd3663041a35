import { currencies } from '@bolsillo/kernel'
import { bankPayloads } from './bank-payload.ts'
import { readText } from './payload-fields.ts'

const settled = 'liquidada'

/** What the practice bank says of SPEI. */
export const speiPayloads = bankPayloads({
  asset: currencies.MXN,
  names: {
    at: 'fechaOperacion',
    externalId: 'claveRastreo',
    amount: 'monto',
    payoutId: 'idOrden',
    state: 'estado',
    reversalId: 'claveDevolucion',
    reason: 'causa',
    currency: 'moneda',
  },
  kinds: { in: 'abono', out: 'cargo', back: 'devolucion' },
  states: { sent: 'enviada', confirmed: settled, failed: 'cancelada', returned: 'devuelta' },
  readParties: (fields) => {
    // On its way is not there: only what the central bank has settled counts.
    if (readText(fields, 'estado') !== settled) return undefined
    const from = { name: readText(fields, 'nombreOrdenante'), account: readText(fields, 'clabeOrdenante') }
    return { to: readText(fields, 'clabeBeneficiario'), from }
  },
  writeParties: ({ to, name, account }) => ({
    estado: settled,
    clabeBeneficiario: to,
    nombreOrdenante: name,
    clabeOrdenante: account,
  }),
})
