import { currencies, type Instant, type Money, writeMoney } from '@bolsillo/kernel'
import type { RailEvent } from '@bolsillo/payments/domain'
import { PayloadProblem, readAmount, readInstant, readObject, readPayoutId, readText } from './payload-fields.ts'

const { MXN } = currencies

/** Reads a message of the practice bank about SPEI. @throws PayloadProblem */
export function readSpei(payload: unknown): readonly RailEvent[] {
  const fields = readObject(payload, 'message')
  const kind = readText(fields, 'tipo')
  const at = readInstant(fields, 'fechaOperacion')
  if (readText(fields, 'moneda') !== MXN.code) throw new PayloadProblem('SPEI moves pesos only')
  switch (kind) {
    case 'abono': {
      // On its way is not there: only what the central bank has settled counts.
      if (readText(fields, 'estado') !== 'liquidada') return []
      return [
        {
          kind: 'received',
          externalId: readText(fields, 'claveRastreo'),
          amount: readAmount(fields, 'monto', MXN),
          to: readText(fields, 'clabeBeneficiario'),
          from: { name: readText(fields, 'nombreOrdenante'), account: readText(fields, 'clabeOrdenante') },
          confirmations: { seen: 1, needed: 1 },
          at,
        },
      ]
    }
    case 'devolucion':
      return [
        {
          kind: 'reversed',
          externalId: readText(fields, 'claveRastreo'),
          reversalId: readText(fields, 'claveDevolucion'),
          amount: readAmount(fields, 'monto', MXN),
          reason: readText(fields, 'causa', 200),
          at,
        },
      ]
    case 'cargo':
      return [readOut(fields, at)]
    default:
      throw new PayloadProblem(`tipo ${kind} is unknown`)
  }
}

function readOut(fields: Readonly<Record<string, unknown>>, at: Instant): RailEvent {
  const payoutId = readPayoutId(fields, 'idOrden')
  switch (readText(fields, 'estado')) {
    case 'enviada':
      return { kind: 'payout-sent', payoutId, externalId: readText(fields, 'claveRastreo'), at }
    case 'liquidada': {
      const [externalId, amount] = [readText(fields, 'claveRastreo'), readAmount(fields, 'monto', MXN)]
      return { kind: 'payout-confirmed', payoutId, externalId, amount, at }
    }
    case 'cancelada':
      return { kind: 'payout-failed', payoutId, reason: readText(fields, 'causa', 200), at }
    default:
      throw new PayloadProblem('estado is unknown')
  }
}

/** What the practice bank says of a transfer that came in. */
export function speiIn(transfer: {
  readonly externalId: string
  readonly amount: Money
  readonly to: string
  readonly name: string
  readonly account: string
  readonly at: Instant
}): Record<string, unknown> {
  return {
    tipo: 'abono',
    estado: 'liquidada',
    claveRastreo: transfer.externalId,
    monto: writeMoney(transfer.amount),
    moneda: transfer.amount.asset.code,
    clabeBeneficiario: transfer.to,
    nombreOrdenante: transfer.name,
    clabeOrdenante: transfer.account,
    fechaOperacion: transfer.at,
  }
}

/** What it says of one it sent. */
export function speiOut(transfer: {
  readonly payoutId: string
  readonly externalId: string
  readonly amount: Money
  readonly state: 'sent' | 'confirmed' | 'failed'
  readonly reason: string
  readonly at: Instant
}): Record<string, unknown> {
  const states = { sent: 'enviada', confirmed: 'liquidada', failed: 'cancelada' }
  return {
    tipo: 'cargo',
    estado: states[transfer.state],
    idOrden: transfer.payoutId,
    claveRastreo: transfer.externalId,
    monto: writeMoney(transfer.amount),
    moneda: transfer.amount.asset.code,
    ...(transfer.state === 'failed' ? { causa: transfer.reason } : {}),
    fechaOperacion: transfer.at,
  }
}

/** What it says of one it took back. */
export function speiBack(back: {
  readonly externalId: string
  readonly reversalId: string
  readonly amount: Money
  readonly reason: string
  readonly at: Instant
}): Record<string, unknown> {
  return {
    tipo: 'devolucion',
    claveRastreo: back.externalId,
    claveDevolucion: back.reversalId,
    monto: writeMoney(back.amount),
    moneda: back.amount.asset.code,
    causa: back.reason,
    fechaOperacion: back.at,
  }
}
