import { readFirm } from '@bolsillo/legal/contract'
import type { Messages as LegalMessages } from '@bolsillo/legal/messages/es-ES'
import { ListRow, PageFrame, Section } from '@bolsillo/ui'
import { useCall, useLanguage, useWords } from '@bolsillo/web-kit'
import { hasPage } from '../routes.ts'
import type { Messages } from '../words/about/es-ES.ts'
import { appVersion } from './app-version.ts'

const openPages = [
  { path: '/pages/common/status', word: 'app.status' },
  { path: '/pages/common/journal', word: 'app.journal' },
  { path: '/pages/common/staffPowers', word: 'app.powers' },
  { path: '/pages/practice/market', word: 'app.market' },
  { path: '/pages/withdraw/terms', word: 'app.terms' },
] as const

/** What this app is, its documents, what anybody can check, and where to complain. */
export default function AboutPage() {
  const t = useWords<Messages>('about')
  const legal = useWords<LegalMessages>('legal')
  return (
    <PageFrame title={t('app.title')}>
      <div className="flex flex-col gap-3">
        <div className="px-1 pb-1">
          <p className="font-strong text-20">Bolsillo</p>
          <p className="text-14 text-second">{t('app.what')}</p>
          <p className="mt-1 text-13 text-second">{t('mine.version', appVersion)}</p>
        </div>
        <Section title={t('app.documents')}>
          <ListRow quiet title={t('firm.title')} href="/pages/common/companyIntroduction" />
          <ListRow quiet title={legal('titles.privacy')} href="/pages/common/privacyPolicy" />
          <ListRow quiet title={legal('titles.disclaimer')} href="/pages/common/disclaimer" />
          <ListRow quiet title={t('licenses.title')} href="/pages/common/licenses" />
          <ListRow quiet title={t('install.title')} href="/pages/common/download" />
        </Section>
        <Section title={t('app.open')}>
          {openPages
            .filter(({ path }) => hasPage(path))
            .map(({ path, word }) => (
              <ListRow key={path} quiet title={t(word)} href={path} />
            ))}
        </Section>
        <Complaints />
      </div>
    </PageFrame>
  )
}

/** Hosts of authorities only, written out as text: what a link says may be another place. */
const routes = {
  mexico: ['condusef.gob.mx'],
  brazil: ['consumidor.gov.br', 'gov.br/cvm', 'bcb.gov.br'],
  elsewhere: [],
} as const

/** The way of a complaint, the reader's country first. */
function Complaints() {
  const t = useWords<Messages>('about')
  const language = useLanguage()
  const firm = useCall(readFirm, {})
  const order =
    language === 'pt-BR' ? (['brazil', 'mexico', 'elsewhere'] as const) : (['mexico', 'brazil', 'elsewhere'] as const)
  const address = firm.data?.facts.find(({ fact }) => fact === 'complaintsEmail')?.text
  return (
    <Section title={t('app.complaints')} pad="normal">
      <div className="flex flex-col gap-3 text-14">
        {firm.data?.practice === true && <p className="text-second">{t('app.practice')}</p>}
        {address !== undefined && (
          <p className="[overflow-wrap:anywhere]">
            {t('app.first')} <b className="font-medium">{address}</b>
          </p>
        )}
        <p className="text-second">{t('app.outside')}</p>
        {order.map((country) => (
          <div key={country}>
            <h3 className="text-14">{t(`app.${country}`)}</h3>
            <p className="text-13 text-second">{t(`app.${country}Text`)}</p>
            {routes[country].map((host) => (
              <p key={host} className="mt-0.5 font-medium text-13">
                {host}
              </p>
            ))}
          </div>
        ))}
      </div>
    </Section>
  )
}
