import { ActCard } from '@bolsillo/ui/console'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { listCases, readCase, refuseIdentity } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { Case } from './case-pane.tsx'

interface RefuseCardProps {
  readonly one: Case
  readonly onDone: () => void
  readonly onFail: (refusal: Refusal) => void
  readonly onCancel: () => void
}

interface ReasonWords {
  readonly reasons: Readonly<Record<string, string>>
}

/** Which fields are refused, each with a reason of its closed list: what the customer will read, and nothing else. */
export function RefuseCard({ one, onDone, onFail, onCancel }: RefuseCardProps) {
  const t = useWords<Messages>('kyc')
  const say = useWords<ReasonWords>('kyc')
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const refuse = useAction(refuseIdentity, { refreshes: [listCases, readCase] })
  const refusals = Object.entries(chosen).map(([field, reason]) => `${field}:${reason}`)
  const choose = (field: string, reason: string): void =>
    setChosen((before) => {
      const { [field]: _, ...rest } = before
      return reason === '' ? rest : { ...rest, [field]: reason }
    })
  return (
    <ActCard
      title={t('console.refuseTitle')}
      note={t('console.refuseText')}
      submit={t('console.refuseConfirm')}
      kind="danger"
      ready={refusals.length > 0}
      pending={refuse.isPending}
      onCancel={onCancel}
      onSubmit={() =>
        refuse.mutate({ caseId: one.caseId, refusals: refusals.join(',') }, { onSuccess: onDone, onError: onFail })
      }
    >
      <div className="grid grid-cols-[minmax(0,170px)_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5">
        {one.papers.map(({ field, reasons }) => (
          <div key={field} className="contents">
            <label htmlFor={`refuse-${field}`} className="text-second">
              {t(`fields.${field}`)}
            </label>
            <select
              id={`refuse-${field}`}
              value={chosen[field] ?? ''}
              onChange={(event) => choose(field, event.target.value)}
              className="rounded-small border border-line bg-card px-2 py-1.5"
            >
              <option value="">{t('console.fine')}</option>
              {reasons.map((reason) => (
                <option key={reason} value={reason}>
                  {say(`reasons.${reason}`)}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </ActCard>
  )
}
