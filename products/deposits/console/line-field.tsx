import type { ReplyOf } from '@bolsillo/contract'
import { decimalUnits } from '@bolsillo/kernel'
import { listStatementLines } from '@bolsillo/payments/console'
import { Note, SelectField, TextField, useSaid } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'

/** A line of an imported statement, and what of its payer the bank left out. */
export interface NamedLine {
  readonly lineId: string
  readonly payerName?: string
  readonly payerAccount?: string
}

/** A line with what was typed of its payer; undefined while something of it is missing. */
function namedLine(
  line: ReplyOf<typeof listStatementLines>['rows'][number] | undefined,
  texts: { readonly payerName: string; readonly payerAccount: string },
): NamedLine | undefined {
  const [payerName, payerAccount] = [texts.payerName.trim(), texts.payerAccount.trim()]
  if (line === undefined || (line.payerName === '' && payerName === '')) return undefined
  if (line.payerAccount === '' && payerAccount === '') return undefined
  return {
    lineId: line.lineId,
    ...(line.payerName === '' ? { payerName } : {}),
    ...(line.payerAccount === '' ? { payerAccount } : {}),
  }
}

/** The most decimals an amount has on the wire. */
const wireScale = 12

const isSame = (one: string, other: string): boolean => decimalUnits(one, wireScale) === decimalUnits(other, wireScale)

interface LineFieldProps {
  /** Only lines of this asset; of any when left out. */
  readonly asset?: string | undefined
  /** Only lines of this amount; of any when left out. */
  readonly amount?: string
  readonly onChange: (named: NamedLine | undefined) => void
}

/** Chooses one of the lines that served for nothing yet and that somebody else imported; undefined until it is complete. */
export function LineField({ asset, amount, onChange }: LineFieldProps) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const lines = useCall(listStatementLines, {})
  const [lineId, setLineId] = useState('')
  const [typed, setTyped] = useState({ payerName: '', payerAccount: '' })
  const usable = (lines.data?.rows ?? []).filter((line) => !line.own && (asset === undefined || line.asset === asset))
  const rows = amount === undefined ? usable : usable.filter((line) => isSame(line.amount, amount))
  const chosen = rows.find((line) => line.lineId === lineId)
  const change = (id: string, texts: typeof typed): void => {
    setLineId(id)
    setTyped(texts)
    onChange(
      namedLine(
        rows.find((one) => one.lineId === id),
        texts,
      ),
    )
  }
  if (lines.data !== undefined && rows.length === 0) {
    return <Note icon={CircleAlert}>{t(usable.length === 0 ? 'console.noLines' : 'console.noLineOfAmount')}</Note>
  }
  const isShort = chosen !== undefined && (chosen.payerName === '' || chosen.payerAccount === '')
  return (
    <>
      <SelectField
        label={t('console.line')}
        value={lineId}
        onChange={(id) => change(id, { payerName: '', payerAccount: '' })}
        choices={[
          { value: '', label: '—' },
          ...rows.map((line) => ({
            value: line.lineId,
            label: [line.bookedOn, said.amount(line.amount, line.asset), line.number, line.payerName, line.reference]
              .filter((text) => text !== '')
              .join(' · '),
          })),
        ]}
      />
      {isShort && <p className="text-12 text-second">{t('console.leftOut')}</p>}
      {chosen?.payerName === '' && (
        <TextField
          label={t('console.payer')}
          value={typed.payerName}
          onChange={(payerName) => change(lineId, { ...typed, payerName })}
          maxLength={140}
        />
      )}
      {chosen?.payerAccount === '' && (
        <TextField
          label={t('console.payerAccount')}
          value={typed.payerAccount}
          onChange={(payerAccount) => change(lineId, { ...typed, payerAccount })}
          maxLength={60}
        />
      )}
    </>
  )
}
