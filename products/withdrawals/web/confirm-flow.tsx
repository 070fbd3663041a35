import { type FactorProofGiven, loadSecondFactorSheet, loadWithdrawalPasswordField } from '@bolsillo/identity/web'
import { Button, ButtonLink, DefinitionList, type FactProps, Note, Sheet } from '@bolsillo/ui'
import { type Refusal, useAction, useGo, useWords } from '@bolsillo/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { lazy, Suspense, useState } from 'react'
import {
  addCoinWithdrawal,
  addWithdrawal,
  listCoinWithdrawals,
  listOrigins,
  listWithdrawals,
  quoteBank,
  quoteCoin,
  returnToOrigin,
  type WireDestination,
  withdrawalStatus,
} from '../contract/index.ts'
import { factorActions, withdrawalBound } from '../domain/destination.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Kind, paths, recordAt } from './addresses.ts'
import { useDestinationName } from './destinations/destination-name.tsx'
import { useSaid } from './said.ts'
import { useChargeFacts } from './use-charge-facts.ts'

const SecondFactorSheet = lazy(loadSecondFactorSheet)
const WithdrawalPasswordField = lazy(loadWithdrawalPasswordField)

/** What the page showed, as decimals of the asset: what is sent, and what the second factor is bound to. */
export interface ConfirmedCharges {
  readonly amount: string
  readonly fee: string
  readonly vat: string
  readonly net: string
}

/** A destination of the list, or the place money came from. */
export type Target =
  | { readonly kind: 'destination'; readonly destination: WireDestination }
  | { readonly kind: 'origin'; readonly originId: string; readonly text: string; readonly name: string }

interface ConfirmFlowProps {
  readonly kind: Kind
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly asset: string
  readonly target: Target
  readonly charges: ConfirmedCharges
}

const refreshes = [listWithdrawals, listCoinWithdrawals, quoteBank, quoteCoin, withdrawalStatus, listOrigins] as const

interface WithdrawOptions {
  readonly onSuccess: (reply: { readonly withdrawal: { readonly withdrawalId: string } }) => void
  readonly onError: (refusal: Refusal) => void
}

/** The call a withdrawal goes by: to a destination in cash or in coins, or back to where the money came from. */
function useWithdrawing({ kind, asset, target }: ConfirmFlowProps) {
  const cash = useAction(addWithdrawal, { refreshes })
  const coin = useAction(addCoinWithdrawal, { refreshes })
  const back = useAction(returnToOrigin, { refreshes })
  const acting = target.kind === 'origin' ? back : kind === 'cash' ? cash : coin
  const withdraw = (
    common: ConfirmedCharges & FactorProofGiven & { readonly withdrawalPassword: string },
    options: WithdrawOptions,
  ): void => {
    if (target.kind === 'origin') back.mutate({ ...common, originId: target.originId }, options)
    else {
      const request = { ...common, asset, destinationId: target.destination.destinationId }
      if (kind === 'cash') cash.mutate(request, options)
      else coin.mutate(request, options)
    }
  }
  return { acting, withdraw }
}

/** Two steps on one sheet after the other: the withdrawal password, then the second factor over exactly these figures. */
export function ConfirmFlow(props: ConfirmFlowProps) {
  const { kind, open, onOpenChange, asset, target, charges } = props
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const go = useGo()
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<'password' | 'factor'>('password')
  const { acting, withdraw } = useWithdrawing(props)
  const error: Refusal | null = acting.error
  const isPassword = error?.field === 'withdrawalPassword'
  const { facts, text } = useFacts(props)
  const close = (): void => {
    onOpenChange(false)
    setStep('password')
    setPassword('')
    acting.reset()
  }
  const send = (proof: FactorProofGiven): void => {
    const common = { ...charges, withdrawalPassword: password, ...proof }
    const done = ({ withdrawal }: { readonly withdrawal: { readonly withdrawalId: string } }): void => {
      close()
      go(recordAt(kind, withdrawal.withdrawalId), {}, { replace: true })
    }
    const failed = (refusal: Refusal): void => {
      if (refusal.field === 'withdrawalPassword') setStep('password')
    }
    const options = { onSuccess: done, onError: failed }
    withdraw(common, options)
  }
  return (
    <>
      <PasswordSheet
        open={open && step === 'password'}
        onClose={close}
        facts={facts}
        password={password}
        onPassword={setPassword}
        error={isPassword ? error.message : undefined}
        onNext={() => setStep('factor')}
      />
      {open && step === 'factor' && (
        <Suspense fallback={null}>
          <SecondFactorSheet
            open
            onOpenChange={(next) => (next ? undefined : close())}
            title={t(target.kind === 'origin' ? 'origins.send' : 'confirm.send', {
              amount: said.amount(charges.amount, asset),
            })}
            action={factorActions.withdraw}
            bound={withdrawalBound({ ...charges, asset, destination: text })}
            facts={facts}
            onProof={send}
            error={isPassword ? null : error}
            pending={acting.isPending}
          />
        </Suspense>
      )}
    </>
  )
}

function PasswordSheet(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly facts: readonly FactProps[]
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly error: string | undefined
  readonly onNext: () => void
}) {
  const { open, onClose, facts, password, onPassword, error, onNext } = props
  const t = useWords<Messages>('withdrawals')
  return (
    <Sheet open={open} onOpenChange={(next) => (next ? undefined : onClose())} title={t('confirm.title')}>
      <DefinitionList facts={facts} className="rounded-field bg-page p-3.5" />
      <Suspense fallback={<div className="h-24" />}>
        <WithdrawalPasswordField value={password} onChange={onPassword} error={error} />
      </Suspense>
      <Button wide disabled={password.length < 6} onClick={onNext}>
        {t('form.next')}
      </Button>
      <ButtonLink kind="plain" size="medium" href={paths.withdrawalPassword}>
        {t('confirm.forgot')}
      </ButtonLink>
      <Note icon={ShieldCheck}>{t('confirm.bound')}</Note>
    </Sheet>
  )
}

/** What is confirmed, line by line, and the destination as the second factor is bound to it. */
function useFacts({ asset, target, charges }: ConfirmFlowProps) {
  const t = useWords<Messages>('withdrawals')
  const chargeFacts = useChargeFacts()
  const nameOf = useDestinationName()
  const name = target.kind === 'origin' ? target.name : nameOf(target.destination)
  const text = target.kind === 'origin' ? target.text : target.destination.text
  const facts = [
    { label: t('record.destination'), value: <span className="break-words">{name}</span> },
    { label: '', value: <span className="break-all text-12 text-second">{text}</span> },
    ...chargeFacts(charges, asset),
  ]
  return { facts, text }
}
