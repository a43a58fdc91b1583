from outply.games import all_games
from outply.report.matchups.rules import rules


def test_every_game_and_variant_has_its_rules_told():
    for game in all_games().values():
        for variant in game.variants:
            text = rules(game.name, variant)
            for player in game.players:
                assert game.player_label(player, variant).lower() in text.lower()


def test_who_begins_is_not_a_rule():
    for game in all_games().values():
        for variant in game.variants:
            assert " first" not in rules(game.name, variant)


def test_a_game_that_nobody_wrote_about_has_none():
    assert rules("chess", "standard") is None
