import { type FactorProofGiven, loadSecondFactorSheet } from '@bolsillo/identity/web'
import type { Destination } from '@bolsillo/payments/domain'
import { Button, Note, PageFrame, showToast } from '@bolsillo/ui'
import { type Refusal, useGoBack, useWords } from '@bolsillo/web-kit'
import Clock from 'lucide-react/icons/clock'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { bankOf, destinationBound, destinationNumber, factorActions, holderOf } from '../../domain/destination.ts'
import type { Messages } from '../../messages/es-ES.ts'

const SecondFactorSheet = lazy(loadSecondFactorSheet)

/** The second factor over exactly the destination that will be added. */
function AddFlow(props: {
  readonly destination: Destination
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onProof: (proof: FactorProofGiven) => void
  readonly error: Refusal | null
  readonly pending: boolean
}) {
  const { destination, open, onOpenChange, onProof, error, pending } = props
  const t = useWords<Messages>('withdrawals')
  if (!open) return null
  const [bank, holder] = [bankOf(destination), holderOf(destination)]
  return (
    <Suspense fallback={null}>
      <SecondFactorSheet
        open
        onOpenChange={onOpenChange}
        title={t('add.confirmTitle')}
        action={factorActions.addDestination}
        bound={destinationBound(destination)}
        facts={[
          { label: t('add.kind'), value: t(`kinds.${destination.kind}`) },
          { label: '', value: <span className="break-all font-strong">{destinationNumber(destination)}</span> },
          ...(bank === undefined ? [] : [{ label: t('record.bank'), value: bank }]),
          ...(holder === undefined ? [] : [{ label: t('record.holder'), value: holder }]),
        ]}
        onProof={onProof}
        error={error}
        pending={pending}
      />
    </Suspense>
  )
}

const hoursUsual = 24

/** The page of a form that adds a destination: the wait before it begins, the second factor, and what was refused. */
export function AddPage(props: {
  readonly title: string
  /** Where its list is. */
  readonly back: string
  readonly waitHours: number | undefined
  /** Shows what is wrong with the form. @returns whether nothing is. */
  readonly onNext: () => boolean
  /** What will be added; undefined while the form does not say. */
  readonly destination: Destination | undefined
  /** Fields that show their own refusals. */
  readonly fields: readonly string[]
  readonly adding: { readonly error: Refusal | null; readonly isPending: boolean }
  readonly onProof: (
    proof: FactorProofGiven,
    options: { readonly onSuccess: () => void; readonly onError: (refusal: Refusal) => void },
  ) => void
  readonly children: ReactNode
}) {
  const t = useWords<Messages>('withdrawals')
  const goBack = useGoBack(props.back)
  const [confirming, setConfirming] = useState(false)
  const isOfField = ({ field }: Refusal): boolean => props.fields.includes(field ?? '')
  const { error, isPending } = props.adding
  const elsewhere = error !== null && !isOfField(error) ? error : null
  const onSuccess = (): void => {
    showToast(t('add.saved'))
    goBack()
  }
  const onError = (refusal: Refusal): void => {
    if (isOfField(refusal)) setConfirming(false)
  }
  return (
    <PageFrame
      title={props.title}
      footer={
        <Button wide onClick={() => props.onNext() && setConfirming(true)}>
          {t('add.next')}
        </Button>
      }
    >
      {props.children}
      <Note icon={Clock} tone="warning">
        {t('add.wait', { hours: props.waitHours ?? hoursUsual })} {t('add.noEdit')}
      </Note>
      {props.destination !== undefined && (
        <AddFlow
          destination={props.destination}
          open={confirming}
          onOpenChange={setConfirming}
          error={elsewhere}
          pending={isPending}
          onProof={(proof) => props.onProof(proof, { onSuccess, onError })}
        />
      )}
      {elsewhere !== null && !confirming && (
        <Note tone="bad">{elsewhere.message === '' ? t('common.unknown') : elsewhere.message}</Note>
      )}
    </PageFrame>
  )
}
