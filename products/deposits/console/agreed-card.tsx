import { present } from '@bolsillo/kernel'
import { Button, Card, DateTime, Note, showToast } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { useAction, useWords } from '@bolsillo/web-kit'
import { listDepositCases, readDepositCase, stopElsewhere } from '../contract/operator.ts'
import { elsewhereReasons, unclaimedReasons } from '../domain/powers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Case, useMayDecide } from './case-hooks.ts'

/** What two people agreed on about money that cannot go back: where it goes and when, or that it rests. */
export function AgreedCard({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('deposits')
  const mayDecide = useMayDecide()
  const stopping = useAction(stopElsewhere, { refreshes: [listDepositCases, readDepositCase] })
  const { elsewhere, unclaimed, deposit } = one
  const stop = (): void =>
    stopping.mutate({ depositId: deposit.depositId }, { onSuccess: () => showToast(t('console.stopped')) })
  if (elsewhere !== undefined)
    return (
      <Card>
        <h3 className="mb-2 text-14">{t('console.elsewherePlanned')}</h3>
        <FactTable
          facts={[
            { label: t('facts.otherAccount'), value: elsewhere.account },
            { label: t('facts.holder'), value: elsewhere.holder },
            { label: t('console.why'), value: t(`reasons.${reasonOf(elsewhereReasons, elsewhere.reason)}`) },
            { label: t('console.agreed'), value: <DateTime at={elsewhere.decidedAt} /> },
            { label: t('console.leaves'), value: <DateTime at={elsewhere.dueAt} /> },
          ]}
        />
        {stopping.error !== null && <Note tone="bad">{stopping.error.message}</Note>}
        {mayDecide && (
          <div className="mt-3">
            <Button size="medium" kind="ghost" loading={stopping.isPending} onClick={stop}>
              {t('console.stop')}
            </Button>
          </div>
        )}
      </Card>
    )
  if (unclaimed === undefined) return null
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('console.rests'), value: <DateTime at={unclaimed.since} /> },
          { label: t('console.why'), value: t(`reasons.${reasonOf(unclaimedReasons, unclaimed.reason)}`) },
          { label: t('console.reviewAt'), value: <DateTime at={unclaimed.reviewAt} shows="date" /> },
        ]}
      />
    </Card>
  )
}

/** A reason of a closed list, as it was answered. */
function reasonOf<Code extends string>(codes: readonly Code[], text: string): Code {
  return present(
    codes.find((code) => code === text),
    `reason ${text}`,
  )
}
