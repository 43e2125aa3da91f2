/// The function words of news headlines, by language.
enum StopWordTables {
    static let all: [String: String] = [
        "en": """
        a about above after again against all also am an and any are aren as at be because been before being below
        between both but by can could couldn did didn do does doesn doing don down during each few for from further
        had hadn has hasn have haven having he her here hers him his how i if in into is isn it its just ll may me
        might more most must my no nor not now of off on once only or other our out over own re s same says shall
        she should shouldn so some such t than that the their them then there these they this those through to too
        under until up us ve very via was wasn we were weren what when where which while who whom why will with won
        would wouldn you your
        """,
        "de": """
        aber als am an auch auf aus bei beim bin bis das dass dein dem den denn der des die dir doch du durch ein
        eine einem einen einer eines er es euch fur gegen hat hatte haben ich ihr ihre im in ist ja jetzt kann kein
        keine konnen man mehr mein mit muss nach nicht noch nun nur ob oder ohne sagt sein seine sich sie sind so
        soll uber um und uns unter vom von vor war warum was weil wenn wer werden wie wieder will wir wird wo wurde
        zu zum zur zwischen
        """,
        "fr": """
        a au aux avec avoir c ce ces cet cette ceux chez comme comment contre d dans de des deux donc du elle elles
        en entre est et etait ete etre eu fait faut il ils j je jusqu l la le les leur leurs lui m ma mais me meme
        mes moi mon n ne nos notre nous on ont ou par pas plus pour pourquoi qu quand que quel quelle quels qui s
        sa sans se ses si son sont sous sur t ta te tes toi ton tous tout toute toutes tres tu un une vers vos
        votre vous y
        """,
        "es": """
        a al ante asi aunque bajo cada como con contra cual cuando de del desde donde dos durante e el ella ellos
        en entre era es esa ese eso esta estan estas este esto estos fue ha han hasta hay la las le les lo los mas
        me mi mientras muy ni no nos o otra otro para pero por porque que quien se segun ser si sin sobre son su
        sus tambien tiene todo todos tras tu un una uno unos y ya yo
        """,
        "it": """
        a ad agli ai al alla alle allo anche c che chi ci come con contro cosa cui d da dagli dai dal dalla dalle
        de degli dei del della delle dello di dopo dove e ed era fa fra gli ha hanno i il in io l la le lei lo loro
        lui ma mi nei nel nella nelle no noi non o ogni per perche piu prima quale quando quanto quello questa
        questo se senza si sia sono sta su sua sui sul sulla suo suoi tra tutti tutto un una uno vi
        """,
        "pt": """
        a ao aos apos as ate com como contra da das de dela dele depois desde do dos e ela ele em entre era essa
        esse esta este eu foi ha isso ja la lhe mais mas me mesmo minha muito na nao nas nem no nos o os ou para
        pela pelas pelo pelos por porque pra qual quando que quem sao se sem ser seu seus so sobre sua suas tambem
        tem um uma voce
        """,
        "nl": """
        aan al alle als bij dan dat de der die dit doen door dus een en er gaat geen had heb hebben heeft het hier
        hij hoe hun ik in is ja je kan kunnen maar me meer men met mijn na naar niet nog nu of om omdat onder ons
        ook op over te tegen toch toen tot u uit uw van veel voor waar waarom want waren was wat we wel werd wie
        wil worden wordt zal ze zich zij zijn zo zonder zou
        """,
        "sv": """
        alla allt an att av bara bland blev bli blir da de deras den denna det detta dig din du efter ej eller en
        er ett fick for fran han har hon hur i ifran inte ja jag kan man med mellan men mer mig min mot mycket nar
        ni nu nya och om oss over pa sa sade sager sedan ska skulle som till under upp ut utan vad var vara vi vid
        vill
        """,
        "da": """
        af alle at da de dem den der deres det dig din du efter ej eller en end er et for fra ham han har hos hun
        hvad hvis hvor i ikke ind jeg kan kun man med meget men mod nar nogle nu og om op os over pa samt sig siger
        skal som til ud under var ved vi vil
        """,
        "no": """
        alle at av bare ble blir da de den der det dette du eller en er et etter for fra ha han har hun hva hvor i
        ikke jeg kan man med men mer mot na nar nei noe og om opp oss over pa sa seg sier sin skal som til ut var
        ved vi vil
        """,
        "fi": """
        ei eivat ja joka jos jotka kanssa kuin kun mika mukaan mutta myos ne niin nyt oli olivat olla on ovat se
        sen sita tai taman tama voi
        """,
        "pl": """
        a aby ale bez bo byc byl byla bylo co czy dla do gdy go i ich ile im ja jak jako je jego jej jest juz kiedy
        kto ktora ktore ktory ma mnie na nad nie nim o od on ona oni po pod przed przez przy sa sie ta tak tam te
        tego ten to tu tym w we wie z za ze
        """,
        "cs": """
        a aby ale ani az bez bude by byl byla co do i ja jak jako je jeho jen jeste ji jsem jsou k kdo kdyz ktera
        ktere ktery ma mezi na nad ne nebo neni o od po pod podle pro proc proti pri s se si tak take to u uz v ve
        vsak z za ze
        """,
        "ro": """
        a ai al ale am ar au ca care ce cu da de din dupa ei el este fi fost in la lor lui mai nu o pe pentru prin
        s sa sau se si sunt sub un una unei unui
        """,
        "hu": """
        a az be csak de egy el es ez ezt hogy is itt ki le meg mert mi mint most nem nincs szerint van vagy volt
        """,
        "tr": """
        ama ancak bir bu cok da daha de diye en gibi gore her hem icin ile ise kadar ki mi ne neden o olan olarak
        oldu sonra son su tum ve veya ya
        """,
        "ru": """
        а без бы был была были было быть в вам вас во вот все всё вы где да для до его ее ей если есть еще же за и
        из или им их к как какой когда кто ли мы на над не него нее нет ни но ну о об он она они оно от перед по
        под после почему при про с свой себя со так также там то тоже только у уже через что чтобы это эти этот я
        """,
        "uk": """
        а але без був була були було в вже ви від він вона вони все да для до з за зі й із і їх його її як який
        коли ми на над не ні о об по під після при про с та так також то у хто це ці цей через чи що щоб я
        """,
        "el": """
        ο η το οι τα του της των τον την και κι σε στο στη στην στον στα στις με από για ως προς κατά μετά πριν που
        πως ότι να θα δεν μη είναι ήταν ένα μια ένας αυτό αυτή
        """,
        "ar": """
        في من على إلى عن أن إن هذا هذه التي الذي ما لا لم لن قد كان كانت مع بعد قبل بين كل أو ثم حتى هو هي
        """,
        "zh": "的 了 和 是 在 与 为 将 对 及 被 也 就 都 而 或 等 这 那 其 之 于 我们 他们 什么 没有",
        "ja": "の は を に が と で も へ や から まで より です ます した する して いる ある この その",
    ]
}
