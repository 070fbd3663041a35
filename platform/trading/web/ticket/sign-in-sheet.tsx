import { Button, Sheet } from '@bolsillo/ui'
import { useLocation, useNavigate, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import type { SharedSheet } from '../order-password.tsx'

/** In place of a form for a caller who is not signed in; back from there it is the same page again. */
export function SignInSheet({ sheet, loginPath }: { readonly sheet: SharedSheet; readonly loginPath: string }) {
  const t = useWords<Messages>('trading')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const toLogin = (): void => void navigate(`${loginPath}?back=${encodeURIComponent(pathname + search)}`)
  return (
    <Sheet
      {...sheet}
      footer={
        <Button wide onClick={toLogin}>
          {t('orders.signInAction')}
        </Button>
      }
    >
      <p className="text-second">{t('ticket.signIn')}</p>
    </Sheet>
  )
}
