import { ButtonLink, Card } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { hasPage, loginPath, registerPath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'

/** What a visitor sees in the place of what is their own: why, and the ways to a new account and to their own. */
export function JoinCard({ children }: { readonly children: ReactNode }) {
  const t = useWords<Messages>('core')
  return (
    <Card className="grid gap-3">
      <div>{children}</div>
      <div className="grid grid-cols-2 gap-2.5">
        {hasPage(registerPath) && (
          <ButtonLink href={registerPath} size="medium">
            {t('start.register')}
          </ButtonLink>
        )}
        {hasPage(loginPath) && (
          <ButtonLink href={loginPath} size="medium" kind="ghost">
            {t('start.signIn')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
