import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { BareFrame, ButtonLink, Icon } from '@bolsillo/ui'
import { Navigate, useSession, useWords } from '@bolsillo/web-kit'
import Activity from 'lucide-react/icons/activity'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { hasPage, homePath, loginPath, registerPath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'

const points = [
  { word: 'start.pointLive', icon: Activity },
  { word: 'start.pointProof', icon: ShieldCheck },
  { word: 'start.pointNobody', icon: Scale },
] as const

/**
 * The entry: what this is, in three sentences, with buttons to register and to sign in. A signed-in customer is
 * redirected to the published first page.
 */
export default function StartPage() {
  const t = useWords<Messages>('core')
  const { token } = useSession()
  const opensWith = useSetting(appSettings.router)
  if (token !== '') return <Navigate replace to={opensWith} />
  return (
    <BareFrame
      footer={
        <div className="grid gap-2.5">
          {hasPage(registerPath) && (
            <ButtonLink href={registerPath} wide>
              {t('start.register')}
            </ButtonLink>
          )}
          {hasPage(loginPath) && (
            <ButtonLink href={loginPath} kind="ghost" wide>
              {t('start.signIn')}
            </ButtonLink>
          )}
          <ButtonLink href={homePath} kind="plain" size="medium" wide>
            {t('start.look')}
          </ButtonLink>
        </div>
      }
    >
      <Logo />
      <h1 className="text-28 leading-tight tracking-tight">{t('start.slogan')}</h1>
      <p className="-mt-1 text-15 text-second">{t('start.lead')}</p>
      <ul className="mt-3 grid gap-4">
        {points.map(({ word, icon }) => (
          <li key={word} className="flex items-start gap-3.5">
            <span className="grid size-11 shrink-0 place-items-center rounded-[14px] bg-wash text-brand">
              <Icon of={icon} size={22} />
            </span>
            <span className="min-w-0 pt-0.5">{t(word)}</span>
          </li>
        ))}
      </ul>
    </BareFrame>
  )
}

/** The mark of the house. */
function Logo() {
  return (
    <span
      aria-hidden="true"
      className="grid size-14 place-items-center rounded-[17px] bg-[#1652f0] font-strong text-28 text-[#ffffff]"
    >
      B
    </span>
  )
}
