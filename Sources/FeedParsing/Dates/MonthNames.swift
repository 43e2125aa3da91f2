/// Month names from January to December.
///
/// Slashes separate the full, genitive and short forms.
///
/// English is in `DateWords`. All forms are lower-case. If two languages use a name for different months, the first
/// language counts.
enum MonthNames {
    static let languages = [
        // German, with Austrian January.
        "januar/jänner/jän februar/feber märz/mrz/mär/maerz april mai juni juli august september oktober/okt november dezember/dez",
        // French
        "janvier/janv février/févr/fév/fevrier/fevr mars avril/avr mai juin juillet/juil août/aout/aoû septembre/sept octobre novembre décembre/déc/decembre",
        // Spanish
        "enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre/set octubre noviembre diciembre/dic",
        // Italian
        "gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre/sett ottobre/ott novembre dicembre",
        // Portuguese
        "janeiro fevereiro/fev março/marco abril maio/mai junho julho agosto setembro outubro/out novembro dezembro/dez",
        // Dutch
        "januari februari maart/mrt april mei juni juli augustus september oktober november december",
        // Danish, Norwegian, Swedish
        "januar februar marts/mars april maj juni juli august/augusti september oktober november desember/des",
        // Polish
        "styczeń/stycznia/sty luty/lutego/lut marzec/marca kwiecień/kwietnia/kwi maj/maja czerwiec/czerwca/cze lipiec/lipca/lip sierpień/sierpnia/sie wrzesień/września/wrz październik/października/paź listopad/listopada/lis grudzień/grudnia/gru",
        // Czech
        "leden/ledna/led únor/února/úno březen/března/bře duben/dubna/dub květen/května/kvě červen/června/čvn červenec/července/čvc srpen/srpna/srp září/zář říjen/října/říj listopadu prosinec/prosince/pro",
        // Slovak
        "január/januára február/februára marec apríl/apríla máj/mája jún/júna júl/júla augusta septembra október/októbra novembra decembra",
        // Hungarian
        "január február/febr március/márc április/ápr május/máj június/jún július/júl augusztus szeptember/szept október november december",
        // Croatian
        "siječanj/siječnja/sij veljača/veljače/vel ožujak/ožujka/ožu travanj/travnja/tra svibanj/svibnja/svi lipanj/lipnja srpnja kolovoz/kolovoza/kol rujan/rujna/ruj listopad studeni/studenog prosinac/prosinca",
        // Romanian
        "ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie noiembrie/noi decembrie",
        // Finnish
        "tammikuu/tammikuuta/tammi helmikuu/helmikuuta/helmi maaliskuu/maaliskuuta/maalis huhtikuu/huhtikuuta/huhti toukokuu/toukokuuta/touko kesäkuu/kesäkuuta/kesä heinäkuu/heinäkuuta/heinä elokuu/elokuuta/elo syyskuu/syyskuuta/syys lokakuu/lokakuuta/loka marraskuu/marraskuuta/marras joulukuu/joulukuuta/joulu",
        // Turkish
        "ocak/oca şubat/şub mart nisan/nis mayıs haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas aralık/ara",
        // Russian
        "январь/января/янв февраль/февраля/фев/февр март/марта/мар апрель/апреля/апр май/мая июнь/июня/июн июль/июля/июл август/августа/авг сентябрь/сентября/сен/сент октябрь/октября/окт ноябрь/ноября/ноя/нояб декабрь/декабря/дек",
        // Ukrainian
        "січень/січня/січ лютий/лютого/лют березень/березня/бер квітень/квітня/кві травень/травня/тра червень/червня/чер липень/липня/лип серпень/серпня/сер вересень/вересня/вер жовтень/жовтня/жов листопад/листопада/лис грудень/грудня/гру",
        // Bulgarian
        "януари февруари март април май юни юли август септември октомври ноември декември",
        // Greek
        "ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ μαρτίου/μάρτιος/μαρ/μάρ/μάρτ απριλίου/απρίλιος/απρ μαΐου/μάιος/μαϊ/μάι ιουνίου/ιούνιος/ιουν/ιούν ιουλίου/ιούλιος/ιουλ/ιούλ αυγούστου/αύγουστος/αυγ/αύγ σεπτεμβρίου/σεπτέμβριος/σεπ/σεπτ οκτωβρίου/οκτώβριος/οκτ νοεμβρίου/νοέμβριος/νοε/νοέ δεκεμβρίου/δεκέμβριος/δεκ",
        // Indonesian, Malay
        "januari februari maret/mac april mei/mei juni/jun juli/julai agustus/agu/ogos september oktober november desember/disember/dis",
        // Catalan
        "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
        // Arabic
        "يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر",
        // Persian transliterations of the Gregorian months
        "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
        // Hindi
        "जनवरी फ़रवरी/फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर नवंबर/नवम्बर दिसंबर/दिसम्बर",
        // Hebrew
        "ינואר/בינואר פברואר/בפברואר מרץ/במרץ אפריל/באפריל מאי/במאי יוני/ביוני יולי/ביולי אוגוסט/באוגוסט ספטמבר/בספטמבר אוקטובר/באוקטובר נובמבר/בנובמבר דצמבר/בדצמבר",
    ]
}
