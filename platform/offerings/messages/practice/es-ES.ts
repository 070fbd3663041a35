/** Lo que el mercado de práctica dice de sus propias ofertas. */
export const practice: { readonly title: string; readonly prospectus: string; readonly risks: readonly string[] } = {
  title: 'Oferta de práctica de {ticker}',
  prospectus:
    'Esta oferta es del mercado de práctica. {name} no ofrece estos títulos: precio, calendario y los demás solicitantes son simulados, y están marcados así.\n\nSe ofrecen más títulos de {ticker}, que ya cotiza en este mercado. Al enviar tu solicitud se aparta el precio por la cantidad, y nada se cobra antes de la asignación. Puedes salir sin costo hasta el cierre.\n\nSi se piden más títulos de los que hay, se asignan por la regla publicada. Cualquiera puede repetir la asignación con el archivo publicado. Lo que no se asigna se libera en el mismo asiento que paga lo asignado.',
  risks: [
    'Puedes recibir menos títulos de los que pides, o ninguno.',
    'El precio puede bajar antes de que puedas vender.',
    'Hasta la fecha de venta no puedes vender los títulos asignados.',
  ],
}
