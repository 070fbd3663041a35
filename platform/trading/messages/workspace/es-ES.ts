/** Words of the desk of wide screens. Spanish is the type of the other languages. */
export const workspace = {
  workspace: {
    side: 'Comprar o vender',
    held: 'Tengo',
    noFills: 'Aún no tienes ejecuciones de {ticker}.',
    instruments: 'Instrumentos',
    followed: 'Sigues',
    nothingFollowed: 'Toca la estrella junto a un precio y lo verás aquí.',
    signInToFollow: 'Entra para ver lo que sigues.',
    nothingFound: 'No encontramos “{keyword}”.',
    failed: 'No pudimos cargar la lista.',
    nothing: 'Aquí no hay nada por ahora.',
    total: 'Todo lo tuyo',
    keys: {
      title: 'Atajos del teclado',
      open: 'Ver los atajos',
      review: 'Revisar la orden',
      back: 'Volver al paso anterior',
      search: 'Buscar',
      next: 'Instrumento siguiente',
      previous: 'Instrumento anterior',
      note: 'No actúan mientras escribes en un campo.',
    },
  },
}
