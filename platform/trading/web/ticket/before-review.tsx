import type { Call } from '@bolsillo/contract'
import { Button, Sheet } from '@bolsillo/ui'
import { Detour, useCustomer, useGo, useRefresh, useWords } from '@bolsillo/web-kit'
import { type ReactNode, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import type { TicketProps } from '../permission.tsx'
import { leaveTicket } from './drafts.ts'

/** Where identity is verified. */
const identityPath = '/pages/user/kyc'

/** What the ticket call of a product says is to be done before an order. */
interface TicketNeeds {
  readonly tradePasswordSet: boolean
  readonly identityMissing: boolean
}

interface BeforeReviewProps {
  readonly order: Pick<TicketProps, 'symbol' | 'side'>
  readonly needs: TicketNeeds | undefined
  /** Whether the order opens something: what only sells or closes asks for no identity. */
  readonly opens: boolean
  /** What answered the needs: asked again once one is met. */
  readonly ticket: Call
  /** The six digits just chosen: they need not be typed again for this order. */
  readonly onPassword: (chosen: string) => void
  /** Nothing is missing any more. */
  readonly onReady: () => void
}

/**
 * What is missing before an order can be reviewed, each in a sheet over the form, which then goes on where it was.
 * `begin` is the button of the form; `show` opens the sheet about identity at once, where the form says it is missing.
 */
export function useBeforeReview(props: BeforeReviewProps): {
  readonly begin: () => void
  readonly showIdentity: () => void
  readonly sheet: ReactNode
} {
  const { order, needs, opens, ticket, onPassword, onReady } = props
  const refresh = useRefresh()
  const [missing, setMissing] = useState<'identity' | 'trade-password'>()
  const close = (): void => setMissing(undefined)
  return {
    begin: () => {
      if (needs === undefined) return
      if (needs.identityMissing && opens) setMissing('identity')
      else if (!needs.tradePasswordSet) setMissing('trade-password')
      else onReady()
    },
    showIdentity: () => setMissing('identity'),
    sheet: (
      <>
        {missing === 'identity' && <IdentitySheet order={order} onClose={close} />}
        {missing === 'trade-password' && (
          <Detour
            name="trade-password"
            onClose={close}
            onDone={(chosen = '') => {
              close()
              refresh(ticket)
              onPassword(chosen)
              onReady()
            }}
          />
        )}
      </>
    ),
  }
}

/** Why identity comes first, and the page for it; the ticket is open again on the way back. */
function IdentitySheet(props: { readonly order: Pick<TicketProps, 'symbol' | 'side'>; readonly onClose: () => void }) {
  const { order, onClose } = props
  const t = useWords<Messages>('trading')
  const go = useGo()
  const customer = useCustomer()
  const leave = (): void => {
    leaveTicket({ ...order, customer })
    go(identityPath)
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('ticket.verify')}
      footer={
        <Button wide onClick={leave}>
          {t('ticket.verifyAction')}
        </Button>
      }
    >
      <p className="text-second">{t('ticket.verifyWhy')}</p>
      <p className="text-second">{t('ticket.verifyKept')}</p>
    </Sheet>
  )
}
