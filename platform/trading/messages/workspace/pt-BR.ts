import type { workspace as spanish } from './es-ES.ts'

/** Words of the desk of wide screens. */
export const workspace: typeof spanish = {
  workspace: {
    side: 'Comprar ou vender',
    held: 'Tenho',
    noFills: 'Você ainda não tem execuções de {ticker}.',
    instruments: 'Instrumentos',
    followed: 'Favoritos',
    nothingFollowed: 'Toque na estrela ao lado de um preço e ele aparece aqui.',
    signInToFollow: 'Entre para ver seus favoritos.',
    nothingFound: 'Não encontramos “{keyword}”.',
    failed: 'Não conseguimos carregar a lista.',
    nothing: 'Nada por aqui por enquanto.',
    total: 'Tudo o que é seu',
    keys: {
      title: 'Atalhos do teclado',
      open: 'Ver os atalhos',
      review: 'Revisar a ordem',
      back: 'Voltar ao passo anterior',
      search: 'Buscar',
      next: 'Próximo instrumento',
      previous: 'Instrumento anterior',
      note: 'Não funcionam enquanto você digita em um campo.',
    },
  },
}
