import type { ReplyOf } from '@bolsillo/contract'
import { Card, DateTime, DefinitionList, Disclosure, Section, useSaid } from '@bolsillo/ui'
import { useLanguage, useWords } from '@bolsillo/web-kit'
import ExternalLink from 'lucide-react/icons/external-link'
import type { readNews } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Feed = NonNullable<ReplyOf<typeof readNews>['feed']>

/** Where news of another publisher are whole, where we have them from, and what they said before. */
export function FeedFacts({ of }: { readonly of: Feed }) {
  const t = useWords<Messages>('content')
  const own = useLanguage()
  const said = useSaid()
  const { source, language, href, host, saidAt, fetchedAt, fetchedFrom, bodyHash, before = [] } = of
  const words = language === own ? source : `${source}, ${t(`feed.languages.${language}`)}`
  return (
    <>
      <Card pad="none" className="px-4">
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="flex min-h-12 items-center justify-between gap-2 font-medium text-brand"
        >
          <span className="[overflow-wrap:anywhere]">{t('feed.read', { host })}</span>
          <ExternalLink size={16} aria-hidden="true" className="shrink-0" />
          <span className="sr-only">, {t('article.outside')}</span>
        </a>
      </Card>
      {before.length > 0 && <Before of={of} before={before} />}
      <Section title={t('feed.facts')} pad="normal">
        <DefinitionList
          facts={[
            { label: t('feed.source'), value: words },
            { label: t('feed.said'), value: saidAt === undefined ? t('feed.unsaid') : said.moment(saidAt) },
            { label: t('feed.fetched'), value: said.moment(fetchedAt) },
          ]}
        />
        <p className="py-3 text-12 text-second">{t('feed.rule')}</p>
        <p className="text-12 text-second">{t('feed.from')}</p>
        <p className="pb-3 text-13 [overflow-wrap:anywhere]">{fetchedFrom}</p>
        <p className="text-12 text-second">{t('feed.hash')}</p>
        <p className="font-mono text-12 [overflow-wrap:anywhere]">{bodyHash}</p>
      </Section>
    </>
  )
}

function Before({ of, before }: { readonly of: Feed; readonly before: NonNullable<Feed['before']> }) {
  const t = useWords<Messages>('content')
  return (
    <Card>
      <p className="pb-3 text-13">{t('feed.changed')}</p>
      <Disclosure label={t('feed.before')}>
        <ul className="flex flex-col gap-3">
          {before.map(({ number, title, lead, fetchedAt }) => (
            <li key={number}>
              <p lang={of.language} className="break-words font-strong text-14">
                {title}
              </p>
              <p lang={of.language} className="break-words text-13">
                {lead}
              </p>
              <p className="text-12 text-second">
                <Received at={fetchedAt} />
              </p>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  )
}

function Received({ at }: { readonly at: number }) {
  const t = useWords<Messages>('content')
  return (
    <>
      {t('feed.until')} <DateTime at={at} />
    </>
  )
}
