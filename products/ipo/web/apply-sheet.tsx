import type { ReplyOf } from '@bolsillo/contract'
import { readAssets } from '@bolsillo/ledger/contract'
import { ReviewSheet, sendingOf, useOrderPassword } from '@bolsillo/trading/web'
import { Button, ButtonLink, Note, Sheet, showToast } from '@bolsillo/ui'
import { Detour, type Refusal, useAction, useCustomer, useGo, useRefresh, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { applyToIpo, listOpenIpos, listOwnIpos, readIpo } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { identityPath, orderAt } from './addresses.ts'
import { type ApplyBounds, figuresOf, steppedLots } from './apply-figures.ts'
import { ApplyForm, CostList } from './apply-form.tsx'
import { writeKept } from './kept-application.ts'

export type FoundOffering = ReplyOf<typeof readIpo>

interface ApplySheetProps {
  readonly found: FoundOffering
  readonly onClose: () => void
}

/** How far an authorization that needs no password lasts for this form: the server decides when it ends. */
const coveredUntil = Number.MAX_SAFE_INTEGER

/** How much is asked for, then everything once more with the trade password. The prospectus was read before. */
export default function ApplySheet({ found, onClose }: ApplySheetProps) {
  const t = useWords<Messages>('ipo')
  const { offering, available } = found
  const { price, lot, minimum, cap } = offering
  const bounds: ApplyBounds = { price, lot, minimum, cap, available }
  const [lots, setLots] = useState(() => steppedLots('', bounds, 1n))
  const [step, setStep] = useState<'form' | 'review'>('form')
  const figures = figuresOf(lots, bounds)
  const { sending, detour } = useApplying(found, String(figures.shares), onClose)
  const { pending, refusal, result } = sending
  const sheet = {
    ...{ open: true, title: t('apply.title'), locked: pending },
    onOpenChange: (open: boolean): void => {
      if (!open) onClose()
    },
  }
  if (step === 'form') {
    const isReady = figures.isWithin && figures.short === undefined && available !== undefined
    return (
      <Sheet
        {...sheet}
        footer={
          <Button wide disabled={!isReady} onClick={() => setStep('review')}>
            {t('apply.review')}
          </Button>
        }
      >
        <ApplyForm offering={offering} lots={lots} onLots={setLots} bounds={bounds} figures={figures} />
      </Sheet>
    )
  }
  return (
    <>
      <ReviewSheet sheet={sheet} side="buy" confirm={t('apply.send')} sending={sending} onBack={() => setStep('form')}>
        <CostList offering={offering} bounds={bounds} figures={figures} asked />
        {result === 'unknown' && <Note tone="warning">{t('apply.unknown')}</Note>}
        {refusal?.rejection === 'identity-needed' && (
          <ButtonLink kind="ghost" wide href={identityPath}>
            {t('apply.identity')}
          </ButtonLink>
        )}
      </ReviewSheet>
      {detour}
    </>
  )
}

/** Sends an application; who has no trade password chooses one on the way. */
function useApplying({ offering, prospectus, isPasswordNeeded }: FoundOffering, quantity: string, onClose: () => void) {
  const t = useWords<Messages>('ipo')
  const go = useGo()
  const refresh = useRefresh()
  const customer = useCustomer() ?? ''
  const [lacksPassword, setLacking] = useState(false)
  const applying = useAction(applyToIpo, { refreshes: [readIpo, listOwnIpos, listOpenIpos, readAssets] })
  const password = useOrderPassword(isPasswordNeeded === false ? coveredUntil : undefined)
  const sending = sendingOf(applying, password, (authorization) =>
    applying.mutate(
      {
        ...{ id: offering.id, quantity, prospectus: prospectus.hash, risks: String(prospectus.risks.length) },
        ...authorization,
      },
      {
        onSuccess: ({ application }) => {
          const { id: applicationId, salt } = application
          writeKept(customer, offering.id, { applicationId, salt, quantity, secretHash: offering.secretHash })
          showToast(t('apply.sent'))
          onClose()
          go(orderAt(application.id))
        },
        onError: (refusal: Refusal) => {
          if (refusal.rejection === 'trade-password-needed') setLacking(true)
          else password.onRefused(refusal)
        },
      },
    ),
  )
  const detour = lacksPassword && (
    <Detour
      name="trade-password"
      onClose={() => setLacking(false)}
      onDone={(chosen = '') => {
        setLacking(false)
        refresh(readIpo)
        applying.reset()
        password.set(chosen)
      }}
    />
  )
  return { sending, detour }
}
