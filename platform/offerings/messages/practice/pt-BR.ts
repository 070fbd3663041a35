/** O que o mercado de prática diz das suas próprias ofertas. */
export const practice = {
  title: 'Oferta de prática de {ticker}',
  prospectus:
    'Esta oferta é do mercado de prática. {name} não oferece estas ações: preço, calendário e os demais investidores são simulados, e estão marcados assim.\n\nSão oferecidas mais ações de {ticker}, que já é negociada neste mercado. Ao reservar, o preço vezes a quantidade fica bloqueado, e nada é cobrado antes do rateio. Você pode sair sem custo até o encerramento.\n\nSe forem pedidas mais ações do que existem, elas são rateadas pela regra publicada. Qualquer pessoa pode repetir o rateio com o arquivo publicado. O que não é atribuído é liberado no mesmo lançamento que paga o que foi.',
  risks: [
    'Você pode receber menos ações do que pede, ou nenhuma.',
    'O preço pode cair antes de você poder vender.',
    'Antes da data de venda você não pode vender as ações atribuídas.',
  ],
}
