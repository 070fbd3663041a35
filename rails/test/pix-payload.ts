import { currencies } from '@bolsillo/kernel'
import { bankPayloads } from './bank-payload.ts'
import { readObject, readText } from './payload-fields.ts'

/** What the practice bank says of PIX. */
export const pixPayloads = bankPayloads({
  asset: currencies.BRL,
  names: {
    at: 'horario',
    externalId: 'endToEndId',
    amount: 'valor',
    payoutId: 'idEnvio',
    state: 'status',
    reversalId: 'id',
    reason: 'motivo',
  },
  kinds: { in: 'pix', out: 'envio', back: 'devolucao' },
  states: { sent: 'EM_PROCESSAMENTO', confirmed: 'REALIZADO', failed: 'NAO_REALIZADO', returned: 'DEVOLVIDO' },
  readParties: (fields) => {
    const payer = readObject(fields.pagador, 'pagador')
    const account = typeof payer.cpf === 'string' ? `cpf:${payer.cpf}` : `cnpj:${readText(payer, 'cnpj')}`
    return { to: readText(fields, 'txid', 35), from: { name: readText(payer, 'nome'), account } }
  },
  writeParties: ({ to, name, account }) => {
    const [kind = 'cpf', document = ''] = account.split(':')
    return { txid: to, pagador: { nome: name, [kind]: document } }
  },
})
