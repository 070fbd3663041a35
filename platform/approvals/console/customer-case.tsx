import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  Card,
  DateTime,
  ErrorState,
  Note,
  Pill,
  SkeletonCard,
  serverNow,
  showToast,
  TextField,
} from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { useAction, useCall, useMay } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { findCustomer, listRestricted, listWork, proposeFreeing, proposeRestriction } from '../contract/operator.ts'
import { freeReasons, restrictionDaysMax, restrictReasons } from '../domain/index.ts'
import { ProposeCard, ReasonField } from './propose-card.tsx'
import { reasonWord, useOwnWords } from './words.ts'

type Found = ReplyOf<typeof findCustomer>

const dayMs = 24 * 3_600_000

/** One customer, masked: the state, the history of restrictions, and what can be proposed. */
export function CustomerCase({ number, caseId }: { readonly number: string; readonly caseId: string }) {
  const t = useOwnWords()
  const [mayFree, mayRestrict] = [useMay(proposeFreeing), useMay(proposeRestriction)]
  const found = useCall(findCustomer, { number, caseId })
  if (found.isPending) return <SkeletonCard lines={6} />
  if (found.isError) return <ErrorState title={found.error.message} onRetry={() => void found.refetch()} />
  const { customer, restrictions, open } = found.data
  const restricted = customer.status === 0
  const may = restricted ? mayFree : mayRestrict
  return (
    <>
      <header className="flex items-center gap-3">
        <h2 className="text-20">{customer.displayNumber}</h2>
        <Pill tone={restricted ? 'bad' : 'good'}>{t(restricted ? 'restricted.restricted' : 'restricted.free')}</Pill>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('restricted.account'), value: customer.account },
            { label: t('restricted.identity'), value: identityWord(t, customer.identityState) },
            {
              label: t('restricted.tags'),
              value:
                customer.tags.length === 0
                  ? t('restricted.tagNames.none')
                  : customer.tags.map((tag) => t(`restricted.tagNames.${tag}`)).join(', '),
            },
            { label: t('restricted.opened'), value: <DateTime at={customer.createdAt} /> },
          ]}
        />
      </Card>
      <History restrictions={restrictions} />
      <Note icon={ShieldCheck} className="max-w-[72ch]">
        {t('restricted.promise')}
      </Note>
      {open.length > 0 ? (
        <Note icon={CircleAlert}>{t('restricted.waits')}</Note>
      ) : !may ? null : restricted ? (
        <FreeForm customer={customer} />
      ) : (
        <RestrictForm customer={customer} />
      )}
    </>
  )
}

function identityWord(t: ReturnType<typeof useOwnWords>, state: string): string {
  const known = (['none', 'pending', 'succ', 'fail'] as const).find((name) => name === state)
  return known === undefined ? state : t(`restricted.identityStates.${known}`)
}

function History({ restrictions }: Pick<Found, 'restrictions'>) {
  const t = useOwnWords()
  return (
    <Card>
      <h3 className="mb-2 text-15">{t('restricted.history')}</h3>
      {restrictions.length === 0 && <p className="text-second">{t('restricted.noHistory')}</p>}
      <ul className="flex flex-col gap-4">
        {restrictions.map((one) => (
          <li key={one.from}>
            <FactTable
              facts={[
                { label: t('restricted.reason'), value: reasonWord('approvals.', one.reason) },
                { label: t('restricted.evidenceShort'), value: one.evidence },
                { label: t('restricted.since'), value: <DateTime at={one.from} /> },
                { label: t('restricted.until'), value: <DateTime at={one.until} /> },
                { label: t('restricted.by'), value: `${one.maker} · ${one.checker}` },
                ...(one.ended === undefined
                  ? []
                  : [
                      {
                        label: t('restricted.ended'),
                        value: (
                          <>
                            <DateTime at={one.ended.at} /> · {reasonWord('approvals.', one.ended.reason)}
                          </>
                        ),
                      },
                    ]),
              ]}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface FormProps {
  readonly customer: Found['customer']
}

function useProposed() {
  const t = useOwnWords()
  return () => showToast(t('restricted.proposed'))
}

function RestrictForm({ customer }: FormProps) {
  const t = useOwnWords()
  const told = useProposed()
  const [reason, setReason] = useState<string>(restrictReasons[0])
  const [evidence, setEvidence] = useState('')
  const [days, setDays] = useState('30')
  const propose = useAction(proposeRestriction, { refreshes: [findCustomer, listRestricted, listWork] })
  const count = /^[1-9][0-9]?$/.test(days) ? Number(days) : 0
  const submit = (): void => {
    // A minute less than the whole days, so that the longest is not over the bound by the time it is read.
    const until = serverNow() + count * dayMs - 60_000
    const { customerId } = customer
    propose.mutate({ customerId, reason, evidence, until }, { onSuccess: told })
  }
  return (
    <ProposeCard title={t('restricted.restrict')} problem={propose.error?.message}>
      <ReasonField reasons={restrictReasons} value={reason} onChange={setReason} />
      <TextField label={t('restricted.evidence')} value={evidence} onChange={setEvidence} maxLength={200} />
      <TextField label={t('restricted.days')} value={days} onChange={setDays} inputMode="numeric" maxLength={2} />
      <Button
        size="medium"
        kind="danger"
        loading={propose.isPending}
        disabled={evidence.trim().length < 5 || count < 1 || count > restrictionDaysMax}
        onClick={submit}
      >
        {t('restricted.restrict')}
      </Button>
    </ProposeCard>
  )
}

function FreeForm({ customer }: FormProps) {
  const t = useOwnWords()
  const told = useProposed()
  const [reason, setReason] = useState<string>(freeReasons[0])
  const [evidence, setEvidence] = useState('')
  const propose = useAction(proposeFreeing, { refreshes: [findCustomer, listRestricted, listWork] })
  return (
    <ProposeCard title={t('restricted.release')} problem={propose.error?.message}>
      <ReasonField reasons={freeReasons} value={reason} onChange={setReason} />
      <TextField label={t('restricted.evidence')} value={evidence} onChange={setEvidence} maxLength={200} />
      <Button
        size="medium"
        loading={propose.isPending}
        disabled={evidence.trim().length < 5}
        onClick={() => propose.mutate({ customerId: customer.customerId, reason, evidence }, { onSuccess: told })}
      >
        {t('restricted.release')}
      </Button>
    </ProposeCard>
  )
}
