import { currencies, type Instant, type Money, writeMoney } from '@bolsillo/kernel'
import type { RailEvent } from '@bolsillo/payments/domain'
import { PayloadProblem, readAmount, readInstant, readObject, readPayoutId, readText } from './payload-fields.ts'

const { BRL } = currencies

/** Reads a message of the practice bank about PIX. @throws PayloadProblem */
export function readPix(payload: unknown): readonly RailEvent[] {
  const fields = readObject(payload, 'message')
  const kind = readText(fields, 'tipo')
  const at = readInstant(fields, 'horario')
  switch (kind) {
    case 'pix': {
      const payer = readObject(fields.pagador, 'pagador')
      const document = typeof payer.cpf === 'string' ? `cpf:${payer.cpf}` : `cnpj:${readText(payer, 'cnpj')}`
      return [
        {
          kind: 'received',
          externalId: readText(fields, 'endToEndId'),
          amount: readAmount(fields, 'valor', BRL),
          to: readText(fields, 'txid', 35),
          from: { name: readText(payer, 'nome'), account: document },
          confirmations: { seen: 1, needed: 1 },
          at,
        },
      ]
    }
    case 'devolucao':
      return [
        {
          kind: 'reversed',
          externalId: readText(fields, 'endToEndId'),
          reversalId: readText(fields, 'id'),
          amount: readAmount(fields, 'valor', BRL),
          reason: readText(fields, 'motivo', 200),
          at,
        },
      ]
    case 'envio':
      return [readOut(fields, at)]
    default:
      throw new PayloadProblem(`tipo ${kind} is unknown`)
  }
}

function readOut(fields: Readonly<Record<string, unknown>>, at: Instant): RailEvent {
  const payoutId = readPayoutId(fields, 'idEnvio')
  switch (readText(fields, 'status')) {
    case 'EM_PROCESSAMENTO':
      return { kind: 'payout-sent', payoutId, externalId: readText(fields, 'endToEndId'), at }
    case 'REALIZADO': {
      const [externalId, amount] = [readText(fields, 'endToEndId'), readAmount(fields, 'valor', BRL)]
      return { kind: 'payout-confirmed', payoutId, externalId, amount, at }
    }
    case 'NAO_REALIZADO':
      return { kind: 'payout-failed', payoutId, reason: readText(fields, 'motivo', 200), at }
    default:
      throw new PayloadProblem('status is unknown')
  }
}

/** What the practice bank says of a PIX that came in. */
export function pixIn(pix: {
  readonly externalId: string
  readonly amount: Money
  readonly to: string
  readonly name: string
  readonly account: string
  readonly at: Instant
}): Record<string, unknown> {
  const [kind = 'cpf', document = ''] = pix.account.split(':')
  return {
    tipo: 'pix',
    endToEndId: pix.externalId,
    txid: pix.to,
    valor: writeMoney(pix.amount),
    horario: pix.at,
    pagador: { nome: pix.name, [kind]: document },
  }
}

/** What it says of one it sent. */
export function pixOut(pix: {
  readonly payoutId: string
  readonly externalId: string
  readonly amount: Money
  readonly state: 'sent' | 'confirmed' | 'failed'
  readonly reason: string
  readonly at: Instant
}): Record<string, unknown> {
  const states = { sent: 'EM_PROCESSAMENTO', confirmed: 'REALIZADO', failed: 'NAO_REALIZADO' }
  return {
    tipo: 'envio',
    idEnvio: pix.payoutId,
    endToEndId: pix.externalId,
    valor: writeMoney(pix.amount),
    status: states[pix.state],
    ...(pix.state === 'failed' ? { motivo: pix.reason } : {}),
    horario: pix.at,
  }
}

/** What it says of one that was given back, whole or in part. */
export function pixBack(back: {
  readonly externalId: string
  readonly reversalId: string
  readonly amount: Money
  readonly reason: string
  readonly at: Instant
}): Record<string, unknown> {
  return {
    tipo: 'devolucao',
    endToEndId: back.externalId,
    id: back.reversalId,
    valor: writeMoney(back.amount),
    motivo: back.reason,
    horario: back.at,
  }
}
